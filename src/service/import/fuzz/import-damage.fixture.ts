/** Files to import that are almost valid, damaged, or something else. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { anyText, dates, oneOf } from '../../http/fuzz/texts.fixture.ts';
import { type ImportFile, validCsv, validNdjson } from './import-reports.fixture.ts';

const file = (bytes: Uint8Array): ImportFile => ({ bytes, reports: null });

/** Texts that stand where a value is expected. */
const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  dates.map((date) => `${date}T12:00:00-07:00`),
  oneOf(
    '2026-10-16T24:00:00Z 2026-10-16T12:00:60Z 2026-10-16T12:00:00 2026-10-16t12:00:00z 1969-12-31T23:59:59.999999Z',
  ),
  oneOf('2199-12-31T23:59:59.999999Z 2200-01-01T00:00:00Z 2026-10-16T12:00:00.1234567Z ../a.jpg /a.jpg'),
  fc.constantFrom(0, -1, 1.5, 2 ** 53, 1e-9, true, null, undefined, '1-5 ', 'a\u0000b'),
  anyText,
);

/** NDJSON with one to three members changed. */
const changedMembers = fc
  .tuple(
    validNdjson,
    fc.array(
      fc.tuple(fc.nat(), oneOf('id created_at bucket latitude longitude photo caption __proto__'), values),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([{ reports }, changes]) => {
    const lines = (reports ?? []).map(
      ({ createdAt, bucket, id }): Record<string, unknown> => ({
        id,
        bucket,
        created_at: new Date(createdAt / 1000).toISOString(),
      }),
    );
    for (const [at, name, value] of changes)
      Object.defineProperty(lines[at % lines.length], name, { value, enumerable: true, configurable: true });
    return file(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  });

/** The same id twice, with another time. */
const repeatedIds = validNdjson.map(({ reports }) => {
  const [first] = reports ?? [];
  const line = (minutes: number) =>
    `{"id":${first?.id},"created_at":"2026-10-16T12:0${minutes}:00Z","bucket":"0"}\n`;
  return file(Buffer.from(line(1) + line(2)));
});

/** CSV with a cell, a row or the header changed. */
const changedCells = fc
  .tuple(
    validCsv,
    fc.nat(),
    fc.oneof(
      anyText,
      oneOf(', " "" ,,, timestamp,bucket 2026-10-16T12:00:00Z,0,True,x =1+1'),
      fc.constantFrom('"a\nb"', '# comment'),
    ),
  )
  .map(([{ bytes }, at, text]) => {
    const lines = Buffer.from(bytes).toString('utf8').split('\n');
    return file(Buffer.from(lines.with(at % lines.length, text).join('\n')));
  });

/** Bytes of a valid file, cut, changed or doubled anywhere. */
const damagedBytes = fc
  .tuple(
    fc.oneof(validNdjson, validCsv),
    oneOf('cut insert replace double'),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
      fc.constantFrom(
        ...['\xff', '\xc3\x28', '\xed\xa0\x80', '\0', '\r', '\ufeff', '\u2028'].map((text) =>
          Buffer.from(text, 'latin1'),
        ),
      ),
    ),
  )
  .map(([{ bytes }, kind, at, other]) => {
    const position = Math.floor(at * bytes.length);
    const [before, after] = [bytes.subarray(0, position), bytes.subarray(position)];
    if (kind === 'cut') return file(before);
    if (kind === 'double') return file(Buffer.concat([bytes, bytes]));
    return file(Buffer.concat([before, other, kind === 'insert' ? after : after.subarray(other.length)]));
  });

const otherBytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 200 }),
    anyText.map((text) => Buffer.from(text)),
    fc.constantFrom(
      Buffer.from('\u001f\u008b\u0008\u0000', 'latin1'),
      gzipSync(''),
      gzipSync(gzipSync('timestamp,bucket\n')),
      Buffer.from(`timestamp,bucket\n${'9'.repeat(1_000_001)}`),
      Buffer.from(`{"id":${'['.repeat(100_000)}`),
      Buffer.from(`{"photo":{"caption":"${'x'.repeat(999_000)}`),
      Buffer.from('\ufefftimestamp,bucket\n'),
      Buffer.from('timestamp,bucket\n', 'utf16le'),
      Buffer.from('[{"created_at":"2026-10-16T12:00:00Z","bucket":"0"}]'),
      Buffer.from('bucket,timestamp\n'),
      Buffer.from('\n\n\n'),
    ),
  )
  .map(file);

export const IMPORT_KINDS = {
  'valid NDJSON': validNdjson,
  'valid CSV': validCsv,
  'changed members': changedMembers,
  'repeated ids': repeatedIds,
  'changed cells': changedCells,
  'damaged files': damagedBytes,
  'other files': otherBytes,
} as const satisfies Record<string, fc.Arbitrary<ImportFile>>;
