import { describe, expect, it } from 'vitest';
import type { NewReport } from '../store/store.ts';
import { csvReader } from './csv.ts';
import { BadLineError, ImportError } from './errors.ts';
import { defaultExpiry } from './fields.ts';

const AT = Date.UTC(2016, 9, 20, 19, 30) * 1000;
const TIME = '2016-10-20T12:30:00-07:00';
const PLAIN = { createdAt: AT, latitude: null, longitude: null, photo: null };

describe('csvReader', () => {
  it('reads the layout of Form 1, including photos', () => {
    const photo = { file: null, caption: '', expiresAt: defaultExpiry(AT), likes: [] };
    expect(read('timestamp,bucket,has_photo', `${TIME},6-10,False`, `${TIME},30+,True`)).toEqual([
      { ...PLAIN, bucket: '6-10', line: 2 },
      { ...PLAIN, bucket: '30+', photo, line: 3 },
    ]);
    expect(defaultExpiry(AT)).toBe(Date.UTC(2017, 9, 20, 19, 30) * 1000);
  });

  it('reads the layout of Form 2, which has no photos', () => {
    expect(read('timestamp,bucket', `${TIME},8`)).toEqual([{ ...PLAIN, bucket: '6-10', line: 2 }]);
  });

  it('accepts columns in any order and quoted fields', () => {
    const [report] = read('"has_photo",bucket,timestamp', `True,"1-5","${TIME}"`);
    expect(report).toMatchObject({ createdAt: AT, bucket: '1-5', photo: { file: null } });
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads what a spreadsheet saves: %s, TRUE and FALSE', (_, separator) => {
    const lines = ['has_photo,timestamp,bucket', `TRUE,${TIME},30+`, `FALSE,"${TIME}",0`];
    const [header = '', ...rest] = lines.map((line) => line.replaceAll(',', separator));
    const reports = read(header, ...rest);
    expect(reports).toMatchObject([
      { createdAt: AT, bucket: '30+', photo: { file: null } },
      { createdAt: AT, bucket: '0', photo: null },
    ]);
  });

  const labels = ['05-Jan', '5-Jan', '10-Jun', '06-Oct', 'Nov-20', 'Nov 20', '20-Nov', 'Jan-05', '01. Mai'];
  const others = ['6. Okt', '05-janv.', 'nov.-20', '01/05/2026', '2026-05-01', '2020-11-01 00:00:00', '5/1'];
  const times = ['11/20/2026 13:17', '20.11.2026 13:17:05', '20/11/26 1:17 PM', '46346.5536'];
  it.each([
    ...[...labels, ...others, '46027'].map((label) => ['label', 'bucket', `${TIME},${label}`] as const),
    ...times.map((time) => ['time', 'timestamp', `${time},8`] as const),
  ])('says that a spreadsheet changed the %s, of the %s in %s', (what, column, line) => {
    const [bad] = read('timestamp,bucket', line);
    const reason = new RegExp(`^${column} .*; a spreadsheet changed the ${what}; import the file as text$`);
    expect(bad).toMatchObject({ reason: expect.stringMatching(reason) });
  });

  it.each(['yesterday', '7', '30', '12-14', '100', 'about ten'])(
    'blames no spreadsheet for the label or the time %s',
    (text) => {
      const items = read('timestamp,bucket', `${TIME},${text}`, `${text},8`);
      for (const item of items)
        expect(item).toMatchObject({ reason: expect.not.stringContaining('spreadsheet') });
    },
  );

  it('says which separator it found in another header', () => {
    const message = (text: string) => () => csvReader({ number: 1, text });
    expect(message('time;people;note')).toThrow('3 columns separated by semicolons were found');
    expect(message('timestamp')).toThrow('in any order; no commas, semicolons or tabs were found in it');
  });

  it.each([
    'timestamp',
    'timestamp,bucket,has_photo,latitude',
    'timestamp,bucket,bucket',
    'Timestamp,Bucket',
    'timestamp|bucket',
    'timestamp;bucket,has_photo',
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
