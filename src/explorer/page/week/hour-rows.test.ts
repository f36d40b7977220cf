import { expect, it } from 'vitest';
import { patternsOf } from '../deployment/examples.fixture.ts';
import { foldedName, hourRows } from './hour-rows.ts';
import { TypicalWeek } from './typical-week.ts';

const ALL = Array.from({ length: 24 }, (_, hour) => String(hour)).join(' ');
const NONE = new TypicalWeek({ scatter: [] });

it.each([
  [
    'open hours past midnight, and no row for each hour of the night',
    { first: 22, last: 1 },
    [],
    '22 23 0 1 2am–10pm',
  ],
  [
    'a report outside open hours, with the hours between folded',
    { first: 22, last: 1 },
    [5],
    '22 23 0 1 2am–5am 5 6am–10pm',
  ],
  [
    'no folded row for a single hour',
    { first: 7, last: 0 },
    [2],
    '7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 1 2 3am–7am',
  ],
  ['a venue that never closes', { first: 0, last: 23 }, [3], ALL],
  ['Form 1: the hours with reports', null, [9, 11], '9 10 11 12pm–9am'],
  ['Form 1: reports past midnight', null, [0, 22], '22 23 0 1am–10pm'],
  ['Form 1: no reports', null, [], ALL],
])('%s', (_, open_hours, reported, expected) => {
  const patterns = open_hours === null ? patternsOf(1, reported) : { ...patternsOf(2, reported), open_hours };
  const rows = hourRows(patterns, NONE).map((row) => (row.kind === 'hour' ? row.hour : foldedName(row)));
  expect(rows.join(' ')).toBe(expected);
});

it('shows an hour that has reports in the chart only', () => {
  const typical = new TypicalWeek({ scatter: [{ t: '2026-10-16T03:10:00-07:00', value: 10 }] });
  expect(hourRows(patternsOf(1, []), typical)[0]).toEqual({ kind: 'hour', hour: 3 });
});
