import { describe, expect, it } from 'vitest';
import { BUCKETS } from '../domain/bucket.ts';
import type { NewReport } from '../store/store.ts';
import { readNdjson } from './read-ndjson.ts';
import { ndjsonLine } from './write-ndjson.ts';

const PLAIN: NewReport = {
  createdAt: 1_772_452_800_000_001,
  bucket: '0',
  latitude: null,
  longitude: null,
  photo: null,
  photoKnown: true,
  line: 1,
};
const PHOTO = {
  file: null,
  caption: 'First line\nsecond, "quoted" ☀',
  expiresAt: 1_772_452_900_000_000,
  likes: [],
};

describe('ndjsonLine', () => {
  it.each<readonly [string, NewReport]>([
    ...BUCKETS.map((bucket) => [`bucket ${bucket}`, { ...PLAIN, bucket }] as const),
    ['an id', { ...PLAIN, id: Number.MAX_SAFE_INTEGER }],
    ['coordinates', { ...PLAIN, latitude: -37.123456789, longitude: 0 }],
    ['nothing known of a photo', { ...PLAIN, photoKnown: false }],
    ['a photo without its file', { ...PLAIN, photo: PHOTO }],
    ['a liked photo', { ...PLAIN, photo: { ...PHOTO, file: 'a b/ü.jpg', likes: ['a@u.edu', 'b@u.edu'] } }],
    ['the first possible time', { ...PLAIN, createdAt: 0 }],
  ])('writes a report with %s so that it reads back the same', (_, report) => {
    const text = ndjsonLine(report);
    expect(text).not.toContain('\n');
    expect(readNdjson([{ number: 1, text }])).toEqual([report]);
  });
});
