import { expect, it } from 'vitest';
import { DAY, HOUR } from '../local-time.ts';
import { cellsOf, sidesOf, wideEnough } from './range-cells.ts';

const DAYS = [0, 1, 2].map((day) => ({ start: day * DAY, end: (day + 1) * DAY, value: null }));
const report = (day: number, value: number) => ({ at: day * DAY + 12 * HOUR, value });
const textOf = (reports: Parameters<typeof cellsOf>[0], periods: Parameters<typeof cellsOf>[1] = DAYS) =>
  cellsOf(reports, periods).map(
    ({ start, low, high, share }) => `${start / DAY}: ${low}-${high} ${Math.round(share * 100)}%`,
  );

it.each([
  ['none', [], []],
  ['one value', [report(0, 0), report(0, 0)], ['0: 0-1 100%']],
  ['one value above 0', [report(1, 8)], ['1: 7-9 100%']],
  [
    'several days and values',
    [report(0, 0), report(0, 3), report(0, 3), report(0, 3), report(2, 8)],
    ['0: 0-1.5 25%', '0: 1.5-5.5 75%', '2: 5.5-10.5 100%'],
  ],
  ['a report at midnight', [{ at: DAY, value: 0 }], ['1: 0-1 100%']],
  ['reports outside of all days', [report(-1, 3), report(3, 3), report(1, 3)], ['1: 2-4 100%']],
])('reports are cells by day and value: %s', (_, reports, expected) => {
  expect(textOf(reports)).toEqual(expected);
});

it('groups many different values by the labels of an axis', () => {
  const cells = textOf(Array.from({ length: 40 }, (_, value) => report(0, value)));
  expect(cells).toHaveLength(8);
  expect(cells[0]).toBe('0: 0-5 13%');
});

it.each([
  ['the largest share fills it but for a gap', 0.5, 0.5, [4, 96]],
  ['half of that is half as wide', 0.25, 0.5, [27, 73]],
  ['a small share has the least width', 0.001, 0.5, [45, 55]],
])('a cell is in the middle of its period: %s', (_, share, most, expected) => {
  const cell = { start: 0, end: 100, low: 0, high: 1, reports: 1, share };
  expect(sidesOf(cell, most, 10)).toEqual(expected.map((side) => expect.closeTo(side)));
});

it.each([
  ['each of 28 days', 'day', 28, 340, 28, 1],
  ['92 days by week', 'day', 92, 340, 14, 1],
  ['each week of a year on a desktop', 'week', 53, 700, 53, 1],
  ['a year by four weeks on a phone', 'week', 53, 340, 14, 1],
  ['three years by twelve weeks on a phone', 'week', 158, 340, 14, 2],
  ['twelve weeks at most, however narrow', 'week', 158, 10, 14, 2],
] as const)('draws %s', (_, step, count, width, drawn, last) => {
  const periods = Array.from({ length: count }, (_, at) => ({ start: at, end: at + 1, value: null }));
  const together = wideEnough(periods, step, width);
  expect(together).toHaveLength(drawn);
  expect(together[0]?.start).toBe(0);
  expect(together.at(-1)).toMatchObject({ start: count - last, end: count });
});
