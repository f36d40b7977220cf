import { describe, expect, it } from 'vitest';
import type { NewReport } from '../store/store.ts';
import { csvReader } from './csv.ts';
import { BadLineError, ImportError } from './errors.ts';
import { defaultExpiry } from './fields.ts';

const AT = Date.UTC(2016, 9, 20, 19, 30) * 1000;
const TIME = '2016-10-20T12:30:00-07:00';

describe('csvReader', () => {
  it('reads the layout of Form 1, including photos', () => {
    expect(read('timestamp,bucket,has_photo', `${TIME},6-10,False`, `${TIME},30+,True`)).toEqual([
      {
        createdAt: AT,
        bucket: '6-10',
        latitude: null,
        longitude: null,
        photo: null,
        line: 2,
      },
      {
        createdAt: AT,
        bucket: '30+',
        latitude: null,
        longitude: null,
        photo: { file: null, caption: '', expiresAt: defaultExpiry(AT), likes: [] },
        line: 3,
      },
    ]);
    expect(defaultExpiry(AT)).toBe(Date.UTC(2017, 9, 20, 19, 30) * 1000);
  });

  it('reads the layout of Form 2, which has no photos', () => {
    expect(read('timestamp,bucket', `${TIME},8`)).toEqual([
      {
        createdAt: AT,
        bucket: '6-10',
        latitude: null,
        longitude: null,
        photo: null,
        line: 2,
      },
    ]);
  });

  it('accepts columns in any order and quoted fields', () => {
    const [report] = read('"has_photo",bucket,timestamp', `True,"1-5","${TIME}"`);
    expect(report).toMatchObject({ createdAt: AT, bucket: '1-5', photo: { file: null } });
  });

  it.each([
    'timestamp',
    'timestamp,bucket,has_photo,latitude',
    'timestamp,bucket,bucket',
    'Timestamp,Bucket',
    'timestamp;bucket',
    '"timestamp,bucket',
    `${TIME},6-10,False`,
  ])('rejects the header %s and names the allowed ones', (header) => {
    const reading = () => csvReader({ number: 1, text: header });
    expect(reading).toThrow(ImportError);
    expect(reading).toThrow(
      /^line 1: the header .* must be timestamp,bucket,has_photo \(Form 1\) or timestamp,bucket/,
    );
  });

  it.each([
    [`${TIME},6-10`, 'expected 3 fields, found 2'],
    [`${TIME},6-10,False,`, 'expected 3 fields, found 4'],
    [`${TIME},7,False`, 'bucket "7" is not one of'],
    [`${TIME},6-10,false`, 'has_photo "false" is not True or False'],
    ['yesterday,6-10,False', 'timestamp "yesterday" is not'],
    [`"${TIME},6-10,False`, 'invalid CSV'],
    [`${TIME},"6-10"x,False`, 'invalid CSV'],
  ])('rejects the line %s, but not its neighbors', (bad, reason) => {
    const good = `${TIME},6-10,False`;
    const items = read('timestamp,bucket,has_photo', good, bad, good, good);
    expect(items.map((item) => item instanceof BadLineError)).toEqual([false, true, false, false]);
    expect(items[1]).toMatchObject({ line: 3, raw: bad, reason: expect.stringContaining(reason) });
    expect(items[3]).toMatchObject({ line: 5, createdAt: AT });
  });

  it('rejects two bad lines separately, although their quotes would make one record', () => {
    const items = read('timestamp,bucket', `"${TIME},8`, `${TIME}",8`, `${TIME},8`);
    expect(items.map((item) => item instanceof BadLineError)).toEqual([true, true, false]);
  });
});

function read(header: string, ...lines: readonly string[]): (NewReport | BadLineError)[] {
  const reader = csvReader({ number: 1, text: header });
  return [...reader(lines.map((text, index) => ({ number: index + 2, text })))];
}
