import { describe, expect, it } from 'vitest';
import { microsOf } from '../domain/micros.ts';
import { type CountColumns, countsReader } from './counts.ts';
import { BadLineError, ImportError } from './errors.ts';

const COLUMNS: CountColumns = {
  timeColumn: 'Zeit',
  countColumn: 'Gäste',
  timeZone: 'America/New_York',
  fold: null,
};

/** What becomes of rows of time and count: the UTC time and the bucket, or what is wrong. */
function read(rows: readonly string[], header = 'Gäste,Zeit,note', columns: Partial<CountColumns> = {}) {
  const reader = countsReader({ ...COLUMNS, ...columns })({ number: 1, text: header });
  return reader(rows.map((text, index) => ({ number: index + 2, text }))).map((item) =>
    item instanceof BadLineError
      ? item.message
      : [Temporal.Instant.fromEpochMilliseconds(item.createdAt / 1000).toString(), item.bucket],
  );
}

const timeOf = (text: string, columns: Partial<CountColumns> = {}) =>
  read([`7,${text},`], undefined, columns)[0];

describe('counts', () => {
  it.each([
    ['0', '0'],
    ['1', '1-5'],
    ['5', '1-5'],
    ['6', '6-10'],
    ['10', '6-10'],
    ['11', '11-20'],
    ['20', '11-20'],
    ['21', '20-30'],
    ['30', '20-30'],
    ['31', '30+'],
    ['4000', '30+'],
    ['5.4', '1-5'],
    ['5.5', '6-10'],
    ['0.4', '0'],
    ['12.0', '11-20'],
    [' 007 ', '6-10'],
  ])('of %s people become the bucket %s', (count, bucket) => {
    expect(read([`${count},2026-01-15 12:30,`])).toEqual([['2026-01-15T17:30:00Z', bucket]]);
  });

  it.each(['', '-1', 'many', '1,5', '1e3', '0x10', 'NaN', '99999999999'])(
    'cannot be %j, which an error says with line and column',
    (count) => {
      const [text] = read([`"${count}",2026-01-15 12:30,`]);
      expect(text).toBe(
        `line 2: Gäste ${JSON.stringify(count)} is not a number of people: 0 or more, in digits, such as 12`,
      );
    },
  );

  it.each([
    ['commas', ',', '"a, b"'],
    ['semicolons', ';', 'a, b'],
    ['tabs', '\t', 'a, b; c'],
  ])('stand in columns separated by %s, in any order, among others', (_, separator, note) => {
    const line = (...fields: readonly string[]) => fields.join(separator);
    expect(
      read(
        [line('2026-01-15 12:30', note, '3'), line('"2026-01-15 12:45"', note, '"4"')],
        line('Zeit', 'note', 'Gäste'),
      ),
    ).toEqual([
      ['2026-01-15T17:30:00Z', '1-5'],
      ['2026-01-15T17:45:00Z', '1-5'],
    ]);
  });

  it('need both columns, once, and an error lists those that the file has', () => {
    const header = (text: string) => () => countsReader(COLUMNS)({ number: 1, text });
    expect(header('date;count')).toThrow(ImportError);
    expect(header('date;count')).toThrow(
      'line 1: there is no column "Zeit"; 2 columns separated by semicolons were found: "date", "count"',
    );
    expect(header('Zeit,Gäste,Gäste')).toThrow('line 1: there is more than one column "Gäste"');
  });

  it('are refused in rows with too few or too many fields', () => {
    expect(read(['7,2026-01-15 12:30', '7,2026-01-15 12:30,x,y'])).toEqual([
      'line 2: expected 3 fields, found 2',
      'line 3: expected 3 fields, found 4',
    ]);
  });
});

describe('times of counts', () => {
  it.each([
    ['2026-01-15 12:30', '2026-01-15T17:30:00Z'],
    ['2026-01-15T12:30', '2026-01-15T17:30:00Z'],
    ['2026-07-15 12:30:59', '2026-07-15T16:30:59Z'],
    ['2026-07-15T12:30:59.25', '2026-07-15T16:30:59.25Z'],
    // With an offset, the zone does not matter.
    ['2026-01-15T12:30:05Z', '2026-01-15T12:30:05Z'],
    ['2015-08-14 17:00:11-07:00', '2015-08-15T00:00:11Z'],
    ['2015-08-14 17:00+02:00', '2015-08-14T15:00:00Z'],
  ])('%s is %s', (text, expected) => {
    expect(timeOf(text)).toEqual([expected, '6-10']);
  });

  it.each([
    ['', 'is not a time such as 2026-10-16 12:30'],
    ['15.01.2026 12:30', 'is not a time such as'],
    ['2026-01-15', 'is not a time such as'],
    ['2026-02-30 12:30', 'does not exist: check its date and time'],
    ['2026-01-15 25:30', 'does not exist: check its date and time'],
    ['1969-01-15 12:30', 'is outside the years 1970 to 2199'],
    ['2026-01-15 12:30 EST', 'Zeit'],
  ])('cannot be %j', (text, reason) => {
    expect(timeOf(text)).toMatch(/^line 2: Zeit /);
    expect(timeOf(text)).toContain(reason);
  });

  it('name the row and the option where the clock shows a time twice', () => {
    expect(timeOf('2026-11-01 01:30')).toBe(
      'line 2: Zeit "2026-11-01 01:30" is two times in America/New_York, where the clock shows it twice; choose with --fold earlier or --fold later',
    );
    expect(timeOf('2026-11-01 01:30', { fold: 'earlier' })).toEqual(['2026-11-01T05:30:00Z', '6-10']);
    expect(timeOf('2026-11-01 01:30', { fold: 'later' })).toEqual(['2026-11-01T06:30:00Z', '6-10']);
    for (const [text, expected] of [
      ['2026-11-01 00:59', '04:59'],
      ['2026-11-01 02:00', '07:00'],
    ] as const) {
      for (const fold of [null, 'earlier', 'later'] as const) {
        expect(timeOf(text, { fold })).toEqual([`2026-11-01T${expected}:00Z`, '6-10']);
      }
    }
  });

  it.each([null, 'earlier', 'later'] as const)(
    'are refused where the clock skips them, with --fold %s',
    (fold) => {
      expect(timeOf('2026-03-08 02:30', { fold })).toBe(
        'line 2: Zeit "2026-03-08 02:30" does not exist in America/New_York: the clock skips it',
      );
    },
  );

  it('agree with the local time of the service all year, in half-hour zones, too', () => {
    for (const timeZone of ['Australia/Lord_Howe', 'Europe/Berlin', 'Asia/Kathmandu']) {
      const start = Temporal.Instant.from('2026-01-01T00:00Z');
      for (let step = 0; step < 24 * 365; step += 31) {
        const at = start.add({ hours: step });
        const local = at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16);
        const reports = ['earlier', 'later'].map((fold) =>
          timeOf(local, { timeZone, fold: fold as 'earlier' | 'later' }),
        );
        const seconds = Math.floor(microsOf(at) / 1e6);
        expect(reports.map((report) => Date.parse(String(report?.[0])) / 1000)).toContain(seconds);
      }
    }
  });
});
