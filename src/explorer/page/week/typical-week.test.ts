import { expect, it } from 'vitest';
import { rowsOf } from '../chart/day.fixture.ts';
import { patternsOf } from '../deployment/examples.fixture.ts';
import { wallTimeOf } from '../local-time.ts';
import { hourRows, periodText, TypicalWeek } from './typical-week.ts';

const WEEK = new TypicalWeek({
  scatter: [
    { t: '2026-10-16T23:10:00-07:00', value: 10 },
    { t: '2026-10-09T23:59:59-07:00', value: 20 },
    { t: '2026-10-17T00:00:00-07:00', value: 3 },
  ],
});

it('averages reports by weekday and hour of local time', () => {
  expect(WEEK.hour(4, 23)).toEqual({ value: 15, reports: 2 });
  expect(WEEK.at(wallTimeOf('2026-10-30T23:30:00-07:00'))).toEqual({ value: 15, reports: 2 });
  expect(WEEK.hour(5, 0)).toEqual({ value: 3, reports: 1 });
  expect([WEEK.reports, WEEK.highest]).toEqual([3, 15]);
});

it('has no average for an hour without reports', () => {
  expect([WEEK.hour(0, 0), new TypicalWeek({ scatter: [] }).highest]).toEqual([null, 0]);
});

it('is usual only from five reports on', () => {
  const reports = (count: number) => Array(count).fill({ t: '2026-10-16T23:10:00-07:00', value: 10 });
  const at = (count: number) =>
    new TypicalWeek({ scatter: reports(count) }).usualAt(Date.UTC(2026, 9, 30, 23));
  expect([at(4), at(5)]).toEqual([null, { value: 10, reports: 5 }]);
});

const TODAY = '2026-10-16';
const FEW = ' Too few to say what is usual: no hour of a weekday has 5 reports or more.';

/** A typical week with some reports in one hour of the week, and one in another. */
function weekOf(inOneHour: number): TypicalWeek {
  const report = { t: '2026-10-09T12:00:00-07:00', value: 8 };
  const other = { t: '2026-10-10T12:00:00-07:00', value: 8 };
  return new TypicalWeek({ scatter: [...Array.from({ length: inOneHour }, () => report), other] });
}

it.each([
  [5, '2026-08-21', '6 reports from Fri 21 Aug to Thu 15 Oct, without today.'],
  [4, '2026-08-21', `5 reports from Fri 21 Aug to Thu 15 Oct, without today.${FEW}`],
  [0, '2026-08-21', `1 report from Fri 21 Aug to Thu 15 Oct, without today.${FEW}`],
  [1999, '2025-10-10', '2,000 reports from Fri 10 Oct 2025 to Thu 15 Oct 2026, without today.'],
])('%i reports in one hour and one in another since %s: “%s”', (inOneHour, since, expected) => {
  expect(periodText(weekOf(inOneHour), { since, until: '2026-10-15' }, TODAY)).toBe(expected);
});

it('says that there are none', () => {
  const period = { since: '2026-08-21', until: '2026-10-15' };
  expect(periodText(new TypicalWeek({ scatter: [] }), period, TODAY)).toBe('No reports in this period.');
});

const ALL = Array.from({ length: 24 }, (_, hour) => String(hour)).join(' ');
const NONE = new TypicalWeek({ scatter: [] });

// What it is, the first and last open hour, the hours with reports, and the rows.
it.each(
  rowsOf(`
    open hours past midnight, and no row for the night | 22-1 |       | 22 23 0 1
    a report outside open hours                        | 22-1 | 3     | 22 23 0 1 2 3
    a venue that never closes                          | 0-23 | 3     | ${ALL}
    Form 1: the hours with reports                     |      | 9 11  | 9 10 11
    Form 1: reports past midnight                      |      | 0 22  | 22 23 0
    Form 1: no reports                                 |      |       | ${ALL}`),
)('%s', (_, open = '', reports = '', expected) => {
  const reported = reports.split(' ').filter(Boolean).map(Number);
  const [first = 0, last = 0] = open.split('-').map(Number);
  const patterns =
    open === '' ? patternsOf(1, reported) : { ...patternsOf(2, reported), open_hours: { first, last } };
  expect(hourRows(patterns, NONE).join(' ')).toBe(expected);
});

it('shows an hour that has reports in the chart only', () => {
  const typical = new TypicalWeek({ scatter: [{ t: '2026-10-16T03:10:00-07:00', value: 10 }] });
  expect(hourRows(patternsOf(1, []), typical)).toEqual([3]);
});
