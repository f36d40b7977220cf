import { describe, expect, it } from 'vitest';
import { TypicalWeek } from '../week/typical-week.ts';
import { chartOf, nowAt, windowOf } from './day.fixture.ts';
import { type DayContext, dayOf } from './day.ts';
import { dayLegend, daySummary, dayTip, momentsOf } from './day-words.ts';

const DATE = '2026-10-16';
const at = (time: string) => `${DATE}T${time}:00-07:00`;
const CONTEXT: DayContext = { now: null, typical: null };
const LINE = { '12:00': 9, '12:15': 12.4, '12:30': 11 };
const BUSY = chartOf({ date: DATE, line: LINE, reports: [at('12:00'), at('12:20')] });
const EMPTY = chartOf({ date: DATE, window: windowOf(`${DATE}T11:00`, `${DATE}T14:00`) });
/** Ten reports at noon, and two at 1pm. */
const TYPICAL = new TypicalWeek({
  scatter: Array.from({ length: 12 }, (_, index) => ({
    t: `2026-10-09T${index < 10 ? 12 : 13}:${10 + index}:00-07:00`,
    value: index < 10 ? 7 : 1,
  })),
});

describe('the sentence about a day', () => {
  const named = 'Friday 16 October 2026: 2 reports. Busiest around 12:15pm, with about 12 people.';
  it.each([
    ['with reports', BUSY, {}, named],
    ['without any data', EMPTY, {}, 'No reports on Friday 16 October 2026.'],
    [
      'before its first report',
      EMPTY,
      { typical: TYPICAL },
      'No reports on Friday 16 October 2026. Usually busiest around 12:00pm, with about 7 people.',
    ],
    [
      'with nobody in line',
      chartOf({ date: DATE, line: { '12:00': 0.2, '12:15': 0.2 }, reports: [at('12:00')] }),
      {},
      'Friday 16 October 2026: 1 report.',
    ],
    [
      'whose line is highest far from any report',
      chartOf({
        date: DATE,
        line: { '09:30': 23, '09:45': 22, '11:15': 7.9, '11:30': 8, '11:45': 7 },
        reports: [at('11:25')],
      }),
      {},
      'Friday 16 October 2026: 1 report. Busiest around 11:30am, with about 8 people.',
    ],
  ])('%s', (_, chart, context, expected) => {
    expect(daySummary(dayOf(chart, DATE, { ...CONTEXT, ...context }))).toBe(expected);
  });
});

describe('the legend of a day', () => {
  it.each([
    ['that is over', BUSY, {}, ['Fri 16 Oct', 'report']],
    ['without data', EMPTY, {}, []],
    ['before its first report', EMPTY, { typical: TYPICAL }, ['typical Friday', 'fewer than 5 reports']],
    [
      'until now, long after the last report',
      chartOf({ date: DATE, line: { ...LINE, '13:00': 9, '13:15': 9, '13:30': 9 }, reports: [at('12:00')] }),
      { now: nowAt(at('13:40')) },
      ['today', 'no reports nearby', 'likely range', 'report'],
    ],
  ])('%s', (_, chart, context, expected) => {
    const day = dayOf(chart, DATE, { ...CONTEXT, ...context });
    expect(dayLegend(day).flatMap((item) => (item ? item.label : []))).toEqual(expected);
  });
});

it('says beside the pointer what is known of a moment', () => {
  const day = dayOf(BUSY, DATE, { ...CONTEXT, typical: TYPICAL, now: nowAt(at('12:35')) });
  const tips = momentsOf(day).map((moment) => dayTip(moment, day));
  expect(tips.slice(-2)).toEqual([
    '12:35pm, now\nabout 16 people\nprobably between 9 and 23\nusually 7 on a Friday, from 10 reports',
    '1:00pm\nusually 1 on a Friday, from 2 reports',
  ]);
});
