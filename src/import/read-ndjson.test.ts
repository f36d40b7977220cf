import { describe, expect, it } from 'vitest';
import { BadLineError } from './errors.ts';
import { defaultExpiry } from './photo.ts';
import { readNdjson } from './read-ndjson.ts';

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
      photoKnown: true,
      line: 7,
    });
  });

  it('needs a time and a bucket only', () => {
    expect(read(REQUIRED)).toEqual({
      createdAt: AT,
      bucket: '6-10',
      latitude: null,
      longitude: null,
      photo: null,
      photoKnown: false,
      line: 7,
    });
  });

  it('tells a photo that is denied from one that is not mentioned, and fills in what a photo lacks', () => {
    expect(read({ ...REQUIRED, photo: null })).toMatchObject({ photo: null, photoKnown: true });
    expect(read({ ...REQUIRED, photo: {} })).toMatchObject({
      photo: { file: null, caption: '', expiresAt: defaultExpiry(AT), likes: [] },
      photoKnown: true,
    });
  });

  it.each([
    [{ bucket: '0' }, 'created_at undefined is not an ISO 8601'],
    [{ created_at: REQUIRED.created_at }, 'bucket undefined is not one of'],
    [{ ...REQUIRED, bucket: 8 }, 'bucket 8 is not one of'],
    [
      { ...REQUIRED, lattitude: 1 },
      'unknown member "lattitude"; allowed are id, created_at, bucket, latitude',
    ],
    [{ ...REQUIRED, photo: { url: 'x' } }, 'photo has an unknown member "url"; allowed are file, caption'],
    [{ ...REQUIRED, id: 0 }, 'id 0 is not a whole number from 1'],
    [{ ...REQUIRED, id: 1.5 }, 'id 1.5 is not a whole number'],
    [{ ...REQUIRED, id: '1' }, 'id "1" is not a whole number'],
    [{ ...REQUIRED, id: null }, 'id null is not a whole number'],
    [{ ...REQUIRED, latitude: 90.1, longitude: 0 }, 'latitude 90.1 is not a number from -90 to 90'],
    [{ ...REQUIRED, latitude: 0, longitude: -181 }, 'longitude -181 is not a number from -180 to 180'],
    [{ ...REQUIRED, latitude: '1', longitude: 0 }, 'latitude "1" is not a number'],
    [{ ...REQUIRED, latitude: 1 }, 'latitude and longitude come together'],
    [{ ...REQUIRED, photo: 'a.jpg' }, 'photo is not a JSON object'],
    [{ ...REQUIRED, photo: { file: '' } }, 'photo.file "" is not a relative path'],
    [{ ...REQUIRED, photo: { file: '../a.jpg' } }, 'photo.file "../a.jpg" is not a relative path'],
    [{ ...REQUIRED, photo: { file: '/a.jpg' } }, 'photo.file "/a.jpg" is not a relative path'],
    [{ ...REQUIRED, photo: { file: 'a//b.jpg' } }, 'photo.file "a//b.jpg" is not a relative path'],
    [{ ...REQUIRED, photo: { file: 'a\nb' } }, 'photo.file "a\\nb" is not a relative path'],
    [{ ...REQUIRED, photo: { caption: null } }, 'photo.caption null is not a string'],
    [{ ...REQUIRED, photo: { expires_at: '2016' } }, 'photo.expires_at "2016" is not an ISO 8601'],
    [{ ...REQUIRED, photo: { likes: 'ann@u.edu' } }, 'photo.likes "ann@u.edu" is not an array'],
    [{ ...REQUIRED, photo: { likes: ['ann'] } }, 'photo.likes holds "ann", which is not an e-mail address'],
    [[], 'the line is not a JSON object'],
  ])('refuses %j', (value, reason) => {
    expect(read(value)).toBeInstanceOf(BadLineError);
    expect(read(value)).toMatchObject({
      line: 7,
      raw: JSON.stringify(value),
      reason: expect.stringContaining(reason),
    });
  });

  it('refuses a line that is not JSON, alone', () => {
    const good = JSON.stringify(REQUIRED);
    const items = readNdjson([good, '{"id":', good].map((text, index) => ({ number: index + 1, text })));
    expect(items.map((item) => item instanceof BadLineError)).toEqual([false, true, false]);
    expect(items[1]).toMatchObject({ line: 2, reason: expect.stringContaining('not JSON: ') });
  });
});

function read(value: unknown) {
  return readNdjson([{ number: 7, text: JSON.stringify(value) }])[0];
}
