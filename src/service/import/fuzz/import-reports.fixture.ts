/** Reports that can be imported, and files that contain them. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BUCKET_VALUE, BUCKETS } from '../../domain/bucket.ts';
import { LocalTime } from '../../domain/local-time.ts';
import { cut, TEXT_LIMITS } from '../../domain/texts.ts';
import { anyText, oneOf } from '../../http/fuzz/texts.fixture.ts';
import type { NewReport } from '../../store/store.ts';
import { unknownPhoto } from '../fields.ts';
import { ndjsonLine } from '../ndjson.ts';

export const TIME_ZONE = 'America/Los_Angeles';

/** A file to import. */
export interface ImportFile {
  readonly bytes: Uint8Array;
  /** What it contains; null for a file that may not be valid. */
  readonly reports: readonly NewReport[] | null;
}

/** The last microsecond of 2199. */
const LAST = Date.UTC(2200, 0) * 1000 - 1;

/** Times from 1970 to 2199, often at clock changes of the zone and at both ends. */
const times = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: LAST }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        oneOf('2026-11-01T09:00:00Z 2026-03-08T10:00:00Z 2027-01-01T08:00:00Z 1974-01-06T10:00:00Z'),
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(0, 1, 999_999),
      )
      .map(([text, quarters, micros]) => (Date.parse(text) + quarters * 900_000) * 1000 + micros),
  },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, LAST, 1_000_000) },
);

const degrees = (limit: number) =>
  fc.double({ min: -limit, max: limit, noNaN: true }).map((value) => value + 0);

const photos = fc.record({
  file: fc.option(fc.constantFrom('a.jpg', '2026/10/ü 1.jpg', `${'d/'.repeat(200)}x`, '%2e%2e/a', '。/a')),
  caption: anyText.map((text) => cut(text.toWellFormed(), TEXT_LIMITS.caption)),
  expiresAt: times,
  likes: fc.subarray(['ada@example.edu', 'bo@example.edu', 'ü@example.edu']),
});

const reports: fc.Arbitrary<readonly NewReport[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 52 })),
      createdAt: times,
      bucket: fc.constantFrom(...BUCKETS),
      place: fc.option(fc.tuple(degrees(90), degrees(180))),
      photo: fc.option(photos, { freq: 3 }),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    list.map(({ place, ...rest }, index) => ({
      ...rest,
      latitude: place?.[0] ?? null,
      longitude: place?.[1] ?? null,
      line: index + 1,
    })),
  );

const layouts = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  lastEnd: fc.boolean(),
  blankLines: fc.boolean(),
  gzip: fc.boolean(),
});
type Layout = typeof layouts extends fc.Arbitrary<infer Value> ? Value : never;

/** Valid NDJSON. */
export const validNdjson: fc.Arbitrary<ImportFile> = fc
  .tuple(reports, layouts)
  .map(([list, layout]) => ({ bytes: written(list.map(ndjsonLine), layout), reports: list }));

/** Valid CSV of either form, with and without quotes. */
export const validCsv: fc.Arbitrary<ImportFile> = fc
  .tuple(reports, layouts, fc.constantFrom(1, 2), fc.boolean())
  .map(([list, layout, form, isQuoted]) => {
    const kept = list.map(
      ({ id: _, photo, ...rest }): NewReport => ({
        ...rest,
        latitude: null,
        longitude: null,
        photo: form === 1 && photo !== null ? unknownPhoto(rest.createdAt) : null,
      }),
    );
    const header = form === 1 ? 'timestamp,bucket,has_photo' : 'timestamp,bucket';
    return {
      bytes: written([header, ...kept.map((report) => csvLine(report, form, isQuoted))], layout),
      reports: kept,
    };
  });

function csvLine({ createdAt, bucket, photo }: NewReport, form: 1 | 2, isQuoted: boolean): string {
  const time = new LocalTime(TIME_ZONE).timestamp(createdAt);
  const cells =
    form === 1 ? [time, bucket, photo === null ? 'False' : 'True'] : [time, String(BUCKET_VALUE[bucket])];
  return cells.map((cell) => (isQuoted ? `"${cell}"` : cell)).join(',');
}

function written(lines: readonly string[], { lineEnd, mark, lastEnd, blankLines, gzip }: Layout): Uint8Array {
  const text = lines.join(blankLines ? lineEnd.repeat(2) : lineEnd);
  const bytes = Buffer.from(mark + text + (lastEnd ? lineEnd : ''));
  return gzip ? gzipSync(bytes) : bytes;
}
