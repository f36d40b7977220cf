import { describe, expect, it } from 'vitest';
import { BUCKETS } from '../domain/bucket.ts';
import type { NewReport } from '../store/store.ts';
import { BadLineError } from './errors.ts';
import { defaultExpiry } from './fields.ts';
import { ndjsonLine, readNdjson } from './ndjson.ts';

const AT = Date.UTC(2016, 9, 20, 19, 30) * 1000;
const REQUIRED = { created_at: '2016-10-20T12:30:00-07:00', bucket: '6-10' };

describe('readNdjson', () => {
  it('reads all members', () => {
    const photo = {
      file: 'lunch/1.jpg',
      caption: 'Soup "of" the day ☀',
      expires_at: '2016-10-21T00:00:00Z',
      likes: ['ann@u.edu'],
    };
    expect(read({ ...REQUIRED, id: 12, latitude: -90, longitude: 180, photo })).toEqual({
      id: 12,
      createdAt: AT,
      bucket: '6-10',
      latitude: -90,
      longitude: 180,
      photo: {
        file: 'lunch/1.jpg',
        caption: 'Soup "of" the day ☀',
        expiresAt: Date.UTC(2016, 9, 21) * 1000,
        likes: ['ann@u.edu'],
      },
      line: 7,
    });
  });

  it('requires only a time and a bucket', () => {
    expect(read(REQUIRED)).toEqual({
      createdAt: AT,
      bucket: '6-10',
      latitude: null,
      longitude: null,
      photo: null,
      line: 7,
    });
  });

  it('accepts null for no photo, and fills in missing members of a photo', () => {
    expect(read({ ...REQUIRED, photo: null })).toMatchObject({ photo: null });
    expect(read({ ...REQUIRED, photo: {} })).toMatchObject({
      photo: { file: null, caption: '', expiresAt: defaultExpiry(AT), likes: [] },
    });
  });

  it.each<readonly [unknown, string]>([
    [{ bucket: '0' }, 'created_at undefined is not an ISO 8601'],
    [{ created_at: REQUIRED.created_at }, 'bucket undefined is not one of'],
    [{ ...REQUIRED, bucket: 8 }, 'bucket 8 is not one of'],
    [
      { ...REQUIRED, lattitude: 1 },
      'unknown member "lattitude"; allowed are id, created_at, bucket, latitude',
    ],
    [{ ...REQUIRED, photo: { url: 'x' } }, 'photo has an unknown member "url"; allowed are file, caption'],
    ...[0, 1.5, '1', null].map(
      (id) => [{ ...REQUIRED, id }, `id ${JSON.stringify(id)} is not a whole number from 1`] as const,
    ),
    [{ ...REQUIRED, latitude: 90.1, longitude: 0 }, 'latitude 90.1 is not a number from -90 to 90'],
    [{ ...REQUIRED, latitude: 0, longitude: -181 }, 'longitude -181 is not a number from -180 to 180'],
    [{ ...REQUIRED, latitude: '1', longitude: 0 }, 'latitude "1" is not a number'],
    [{ ...REQUIRED, latitude: 1 }, 'latitude and longitude must be given together'],
    [{ ...REQUIRED, photo: 'a.jpg' }, 'photo is not a JSON object'],
    ...['', '../a.jpg', '/a.jpg', 'a//b.jpg', 'a\nb'].map(
      (file) =>
        [
          { ...REQUIRED, photo: { file } },
          `photo.file ${JSON.stringify(file)} is not a relative path`,
        ] as const,
    ),
    [{ ...REQUIRED, photo: { caption: null } }, 'photo.caption null is not a string'],
    [{ ...REQUIRED, photo: { caption: 'a\ud800' } }, 'photo.caption "a\\ud800" has half of a surrogate pair'],
    [{ ...REQUIRED, photo: { file: 'a\u2028/../b' } }, 'photo.file "a\\u{2028}/../b" is not a relative path'],
    [{ ...REQUIRED, photo: { file: '\udc00.jpg' } }, 'photo.file "\\udc00.jpg" is not a relative path'],
    [{ ...REQUIRED, photo: { expires_at: '2016' } }, 'photo.expires_at "2016" is not an ISO 8601'],
    [{ ...REQUIRED, photo: { likes: 'ann@u.edu' } }, 'photo.likes "ann@u.edu" is not an array'],
    [
      { ...REQUIRED, photo: { likes: ['ann'] } },
      'photo.likes contains "ann", which is not an e-mail address',
    ],
    [[], 'the line is not a JSON object'],
  ])('rejects %j', (value, reason) => {
    expect(read(value)).toBeInstanceOf(BadLineError);
    expect(read(value)).toMatchObject({
      line: 7,
      raw: JSON.stringify(value),
      reason: expect.stringContaining(reason),
    });
  });

  it.each([
    ['caption', 1000, 'photo.caption "xxx is longer than 1000 characters'],
    [
      'file',
      500,
      'photo.file "xxx is not a relative path of at most 500 characters without empty, . or .. parts',
    ],
  ])('rejects a longer %s than %i characters, and names the line and the limit', (member, most, message) => {
    for (const text of ['x', '☀', '🌞'].map((character) => character.repeat(most))) {
      expect(read({ ...REQUIRED, photo: { [member]: text } })).toMatchObject({ photo: { [member]: text } });
      expect(read({ ...REQUIRED, photo: { [member]: `${text}x` } })).toBeInstanceOf(BadLineError);
    }
    const error = read({ ...REQUIRED, photo: { [member]: 'x'.repeat(990_000) } }) as BadLineError;
    expect(error.message.replace(/x{50,}\.{3}/, 'xxx')).toBe(`line 7: ${message}`);
  });

  it('rejects only the line that is not JSON', () => {
    const good = JSON.stringify(REQUIRED);
    const items = readNdjson([good, '{"id":', good].map((text, index) => ({ number: index + 1, text })));
    expect(items.map((item) => item instanceof BadLineError)).toEqual([false, true, false]);
    expect(items[1]).toMatchObject({ line: 2, reason: expect.stringContaining('not JSON: ') });
  });
});

function read(value: unknown) {
  return readNdjson([{ number: 7, text: JSON.stringify(value) }])[0];
}

const PLAIN: NewReport = {
  createdAt: 1_772_452_800_000_001,
  bucket: '0',
  latitude: null,
  longitude: null,
  photo: null,
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
    ['a photo without its file', { ...PLAIN, photo: PHOTO }],
    ['a liked photo', { ...PLAIN, photo: { ...PHOTO, file: 'a b/ü.jpg', likes: ['a@u.edu', 'b@u.edu'] } }],
    ['the first possible time', { ...PLAIN, createdAt: 0 }],
  ])('writes a report with %s so that it reads back the same', (_, report) => {
    const text = ndjsonLine(report);
    expect(text).not.toContain('\n');
    expect(readNdjson([{ number: 1, text }])).toEqual([report]);
  });
});
