/** Texts and values that parsers get wrong, and ways to write them in a URL. */
import fc from 'fast-check';
import { codePoints } from '../../conformance/testing/code-points.ts';
import { bytesIn } from './message.ts';

/** Any text: printable, Unicode, control characters, and some that programs treat specially. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 3, arbitrary: fc.string({ unit: codePoints, maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      '\0',
      'null',
      'undefined',
      'NaN',
      '__proto__',
      'constructor',
      'toString',
      '../../etc/passwd',
      '%00',
      '${7*7}',
      "' OR 1=1 --",
      '<script>alert(1)</script>',
      '\r\nX-Injected: 1',
      '\u202e\ufeff\u0000',
      '\ud800',
      '{"$gt":""}',
      '[]',
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 3000 }).map((length) => 'a'.repeat(length)) },
);

/** Dates: in the data and far from it, impossible, and other formats. */
export const dates: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .date({ min: new Date('2026-09-01'), max: new Date('2026-12-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
      )
      .map(([year, month, day]) => `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '0000-01-01',
      '0001-01-01',
      '1582-10-10',
      '1969-12-31',
      '1970-01-01',
      '2026-02-29',
      '2024-02-29',
      '2026-02-30',
      '2026-11-01',
      '2026-03-08',
      '9999-12-30',
      '9999-12-31',
      '10000-01-01',
      '-000001-01-01',
      '+002026-10-16',
      '2026-1-1',
      '20261016',
      '2026-W42',
      '2026-10-16T00:00:00Z',
      ' 2026-10-16',
      '2026-10-16\n',
      '２０２６-10-16',
      'today',
    ),
  },
  { weight: 1, arbitrary: anyText },
);

/** Whole numbers around the bounds, huge ones, and texts that some parsers take for numbers. */
export const numbers: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -5, max: 210 }).map(String) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      '0',
      '-0',
      '+8',
      '007',
      '1e2',
      '0x10',
      ' 8',
      '8 ',
      '8.0',
      '٣',
      '९',
      'Infinity',
      '1,5',
      '999999999999999',
      '9'.repeat(400),
    ),
  },
  { weight: 1, arbitrary: anyText },
);

/** Cursors: some that the service has made, the same with changes, and forged positions. */
export function cursorsFrom(made: readonly string[]): fc.Arbitrary<string> {
  const real = fc.constantFrom(...made);
  return fc.oneof(
    { weight: 3, arbitrary: real },
    {
      weight: 2,
      arbitrary: fc
        .tuple(real, fc.nat(40), fc.string({ maxLength: 2 }))
        .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('o', 'n', 'x'),
          fc.oneof(fc.bigInt(), fc.integer().map(BigInt)),
          fc.oneof(fc.bigInt(), fc.nat().map(BigInt)),
        )
        .map(([letter, time, id]) => Buffer.from(`${letter}${time}.${id}`).toString('base64url')),
    },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    },
    { weight: 1, arbitrary: anyText },
  );
}

/**
 * The text in a URL, escaped in one of several ways: as usual, every byte, in lower case, with plus signs, or hardly at all. What
 * would end the request line or the target stays escaped.
 */
export function escaped(text: string, style: EscapeStyle): string {
  const bytes = bytesIn(text);
  const all = (kept: RegExp, toHex: (byte: number) => string) =>
    bytes.replaceAll(/[\s\S]/g, (byte) => (kept.test(byte) ? byte : `%${toHex(byte.charCodeAt(0))}`));
  const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');
  if (style === 'every byte') return all(/(?!)/, hex);
  if (style === 'lower case') return all(/[\w.~-]/, (byte) => hex(byte).toLowerCase());
  if (style === 'form') return all(/[\w.~-]/, hex).replaceAll('%20', '+');
  if (style === 'raw') return all(/[!$'()*,\-./:;=@\w~%+?[\]{}|^`"<>\\]/, hex);
  return all(/[\w.~-]/, hex);
}

export type EscapeStyle = 'usual' | 'every byte' | 'lower case' | 'form' | 'raw';

export const escapeStyles: fc.Arbitrary<EscapeStyle> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('usual' as const) },
  { weight: 4, arbitrary: fc.constantFrom('every byte', 'lower case', 'form', 'raw') },
);

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
