/** Texts and values that parsers get wrong. */
import fc from 'fast-check';
import { codePoints } from '../../../../conformance/testing/code-points.ts';

/** One of several texts, which are separated by spaces. */
export const oneOf = (texts: string): fc.Arbitrary<string> => fc.constantFrom(...texts.split(' '));

/** Any text: printable, Unicode, control characters, long ones, and some that programs treat specially. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: codePoints, maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  oneOf(
    'null undefined NaN __proto__ constructor toString ../../etc/passwd %00 ${7*7} [] {"$gt":""} 7 30+ 1-5',
  ),
  fc.constantFrom(
    '',
    '\0',
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '\r\nX-Injected: 1',
    '\u202e\ufeff\0',
  ),
  fc.constantFrom('\ud800', '\u001b[31mred', 'ada@example.edu'),
  fc.integer({ min: 100, max: 3000 }).map((length) => 'a'.repeat(length)),
);

const digits = (length: number, max: number) =>
  fc.nat(max).map((number) => String(number).padStart(length, '0'));

/** Dates: in the data and far from it, impossible, and other formats. */
export const dates: fc.Arbitrary<string> = fc.oneof(
  fc
    .date({ min: new Date('2026-09-01'), max: new Date('2026-12-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.tuple(digits(4, 9999), digits(2, 13), digits(2, 32)).map((parts) => parts.join('-')),
  oneOf('0000-01-01 0001-01-01 1582-10-10 1969-12-31 1970-01-01 2026-02-29 2024-02-29 2026-11-01 2026-03-08'),
  oneOf('9999-12-30 9999-12-31 10000-01-01 -000001-01-01 +002026-10-16 2026-1-1 20261016 2026-W42 today'),
  fc.constantFrom('2026-10-16T00:00:00Z', ' 2026-10-16', '2026-10-16\n', '２０２６-10-16'),
  anyText,
);

/** Whole numbers around the bounds, huge ones, and texts that some parsers take for numbers. */
export const numbers: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -5, max: 210 }).map(String),
  fc.bigInt().map(String),
  oneOf('0 -0 +8 007 1e2 0x10 8.0 ٣ ९ Infinity 1,5 999999999999999'),
  fc.constantFrom('', ' 8', '8 ', '9'.repeat(400)),
);

/** Cursors: some that the service has made, the same with changes, and forged positions. */
export function cursorsFrom(made: readonly string[]): fc.Arbitrary<string> {
  const real = fc.constantFrom(...made);
  return fc.oneof(
    real,
    fc
      .tuple(real, fc.nat(40), fc.string({ maxLength: 2 }))
      .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1)),
    fc
      .tuple(oneOf('o n x'), fc.bigInt(), fc.oneof(fc.bigInt(), fc.nat().map(BigInt)))
      .map(([letter, time, id]) => Buffer.from(`${letter}${time}.${id}`).toString('base64url')),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  );
}

/** How a text is written in a URL: as usual, every byte escaped, or hardly any; what would end the request line always is. */
export const inUrl = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(texts, fc.constantFrom(/[\w.~-]/, /(?!)/, /[!$'()*,\-./:;=@\w~%+?[\]{}|^`"<>\\]/))
    .map(([text, kept]) =>
      Buffer.from(text)
        .toString('latin1')
        .replaceAll(/[\s\S]/g, (byte) =>
          kept.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
        ),
    );

/** A value of a header field. */
export const fieldText = anyText.map((text) =>
  text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 2000),
);

/** Bytes that don't belong where they are. */
export const oddBytes = fc.oneof(
  fc.constantFrom(
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    ' ',
    '\t',
    ':',
    '\x7f',
    '\xff',
    '\x1b[31m',
    ' HTTP/9.9',
  ),
  fc.constantFrom('GET / HTTP/1.1\r\n', 'Host: a\r\n', 'Content-Length: 5\r\n'),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
