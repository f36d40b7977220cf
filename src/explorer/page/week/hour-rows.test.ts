import { expect, it } from 'vitest';
import { rowsOf } from '../chart/day.fixture.ts';
import { patternsOf } from '../deployment/examples.fixture.ts';
import { foldedName, hourRows } from './hour-rows.ts';
import { TypicalWeek } from './typical-week.ts';

const ALL = Array.from({ length: 24 }, (_, hour) => String(hour)).join(' ');
const NONE = new TypicalWeek({ scatter: [] });

// What it is, the first and last open hour, the hours with reports, and the rows.
it.each(
  rowsOf(`
    open hours past midnight, and no row for each hour of the night      | 22-1 |       | 22 23 0 1 2am–10pm
    a report outside open hours, with the hours between folded           | 22-1 | 5     | 22 23 0 1 2am–5am 5 6am–10pm
    no folded row for a single hour                                      | 19-0 | 2     | 19 20 21 22 23 0 1 2 3am–7pm
    a venue that never closes                                            | 0-23 | 3     | ${ALL}
    Form 1: the hours with reports                                       |      | 9 11  | 9 10 11 12pm–9am
    Form 1: reports past midnight                                        |      | 0 22  | 22 23 0 1am–10pm
    Form 1: no reports                                                   |      |       | ${ALL}`),
)('%s', (_, open = '', reports = '', expected) => {
  const reported = reports.split(' ').filter(Boolean).map(Number);
  const [first = 0, last = 0] = open.split('-').map(Number);
  const patterns =
    open === '' ? patternsOf(1, reported) : { ...patternsOf(2, reported), open_hours: { first, last } };
  const rows = hourRows(patterns, NONE).map((row) => (row.kind === 'hour' ? row.hour : foldedName(row)));
  expect(rows.join(' ')).toBe(expected);
});

it('shows an hour that has reports in the chart only', () => {
  const typical = new TypicalWeek({ scatter: [{ t: '2026-10-16T03:10:00-07:00', value: 10 }] });
  expect(hourRows(patternsOf(1, []), typical)[0]).toEqual({ kind: 'hour', hour: 3 });
});
