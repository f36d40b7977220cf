import { describe, expect, it } from 'vitest';
import { TypicalWeek } from '../week/typical-week.ts';
import { chartOf, nowAt, windowOf } from './day.fixture.ts';
import { type DayContext, dayOf, type Point } from './day.ts';
import { dayTable } from './day-words.ts';

const DATE = '2026-10-16';
const at = (time: string) => `${DATE}T${time}:00-07:00`;
const CONTEXT: DayContext = { now: null, typical: null };
const LINE = { '11:00': 5, '11:15': 6, '11:30': 7, '11:45': 8, '12:00': 9, '12:15': 10, '12:30': 11 };
const texts = (parts: readonly (readonly Point[])[], hours = -7) =>
  parts.map((part) =>
    part
      .map(({ at: instant, value }) => {
        const time = new Date(instant + hours * 3_600_000).toISOString().slice(11, 16);
        return `${time}=${value}`;
      })
      .join(' '),
  );

describe.each([
  ['Form 1', null],
  ['Form 2', windowOf(`${DATE}T07:00`, '2026-10-17T01:00')],
])('the line of today in %s', (_, window) => {
  const chart = chartOf({ date: DATE, line: LINE, reports: [at('11:05'), at('12:20')], window });
  it.each([
    ['ends now, at the estimate', '12:35', 19.5, '12:00=9 12:15=10 12:30=11 12:35=19.5'],
    ['has the estimate in place of a point at the same time', '12:30', 19.5, '12:00=9 12:15=10 12:30=19.5'],
    ['reaches over points that are not known yet', '12:50', 19.5, '12:15=10 12:30=11 12:50=19.5'],
    ['does not reach over a long gap', '13:20', 19.5, '12:15=10 12:30=11,13:20=19.5'],
    ['has nothing after now', '12:05', 19.5, '11:45=8 12:00=9 12:05=19.5'],
    ['ends at its last point without an estimate', '12:35', null, '12:00=9 12:15=10 12:30=11'],
  ])('%s', (__, now, estimate, end) => {
    const status = { has_estimate: estimate !== null, estimate_value: estimate };
    const { line, now: shown } = dayOf(chart, DATE, { ...CONTEXT, now: nowAt(at(now), status) });
    expect(texts(line).join().endsWith(end), texts(line).join()).toBe(true);
    expect(shown?.value).toBe(estimate);
  });

  it('is that of the service on a day that is over', () => {
    expect(texts(dayOf(chart, DATE, CONTEXT).line)).toEqual([
      '11:00=5 11:15=6 11:30=7 11:45=8 12:00=9 12:15=10 12:30=11',
    ]);
  });
});

describe('a day', () => {
  it.each([
    ['none without reports', [], []],
    ['45 minutes around a report', ['10:30'], ['11:00=5 11:15=6']],
    ['nothing before the first one', ['11:20'], ['11:15=6 11:30=7 11:45=8 12:00=9']],
    ['two parts', ['10:30', '13:00'], ['11:00=5 11:15=6', '12:15=10 12:30=11']],
    ['all of it', ['11:00', '11:30', '12:00'], ['11:00=5 11:15=6 11:30=7 11:45=8 12:00=9 12:15=10 12:30=11']],
  ])('has reports near parts of the line: %s', (_, reports, expected) => {
    const chart = chartOf({ date: DATE, line: LINE, reports: reports.map(at) });
    expect(texts(dayOf(chart, DATE, CONTEXT).reported)).toEqual(expected);
  });

  it('splits the line where it has no value', () => {
    const chart = chartOf({ date: DATE, line: { '11:00': 5, '11:30': 7, '11:45': 8 } });
    expect(texts(dayOf(chart, DATE, CONTEXT).line)).toEqual(['11:00=5', '11:30=7 11:45=8']);
  });

  it('leaves out the line outside of its hours', () => {
    const window = windowOf(`${DATE}T11:30`, `${DATE}T11:45`);
    expect(texts(dayOf(chartOf({ date: DATE, line: LINE, window }), DATE, CONTEXT).line)).toEqual([
      '11:30=7 11:45=8',
    ]);
  });

  it('has typical bars of its open hours, cut where it opens, and none where it is closed', () => {
    const typical = new TypicalWeek({
      scatter: ['07', '10', '11', '14'].map((hour) => ({ t: `2026-10-09T${hour}:10:00-07:00`, value: 3 })),
    });
    const window = windowOf(`${DATE}T10:30`, `${DATE}T20:00`, [`${DATE}T13:00`, `${DATE}T16:00`]);
    const chart = chartOf({ date: DATE, window });
    const bars = dayOf(chart, DATE, { ...CONTEXT, typical }).usual;
    expect(bars.map((bar) => [...texts([[bar]]), bar.end - bar.at])).toEqual([
      ['10:30=3', 1_800_000],
      ['11:00=3', 3_600_000],
    ]);
  });

  const REPEATING = { offset: -7, change: { at: '2026-11-01T09:00:00Z', offset: -8 } };
  it('is now in the second of two equal hours once the line is there', () => {
    const line = { '01:00': 5, '01:15': 5, '01:30': 5, '01:45': 5 };
    const chart = chartOf({ date: '2026-11-01', ...REPEATING, line });
    const day = dayOf(chart, '2026-11-01', { ...CONTEXT, now: nowAt('2026-11-01T01:40:00-08:00') });
    expect(day.now?.at).toBe(Date.parse('2026-11-01T01:40:00-08:00'));
  });
});

describe('the table of a day', () => {
  const typical = new TypicalWeek({
    scatter: ['11', '18'].map((hour) => ({ t: `2026-10-09T${hour}:10:00-07:00`, value: 7.25 })),
  });
  const line = { '11:00': 5.04, '11:15': 6 };

  it('has a row for each point, for now, and for typical hours without points', () => {
    const chart = chartOf({ date: DATE, line });
    const now = nowAt(at('11:20'), { estimate_value: 6.5 });
    expect(dayTable(dayOf(chart, DATE, { ...CONTEXT, typical, now }))).toEqual({
      caption: 'People in line on Friday 16 October 2026',
      columns: ['Time', 'People', 'Typical Friday'],
      rows: [
        ['11:00am', 5, 7.3],
        ['11:15am', 6, 7.3],
        ['11:20am (now)', 6.5, 7.3],
        ['6:00pm', '–', 7.3],
      ],
    });
  });

  it('is empty on a day without data', () => {
    expect(dayTable(dayOf(chartOf({ date: DATE }), DATE, CONTEXT)).rows).toEqual([]);
  });
});
