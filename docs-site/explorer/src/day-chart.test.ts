import { describe, expect, it } from 'vitest';
import { closedSpans } from './day-chart.ts';
import { exampleOf } from './examples.fixture.ts';

const at = (time: string) => `2026-10-16T${time}:00-07:00`;
const names = (spans: readonly (readonly [number, number])[]) =>
  spans.map((span) => span.map((instant) => new Date(instant - 7 * 3_600_000).toISOString().slice(11, 16)));
const chart = (closed: readonly (readonly [string, string])[], reported: readonly string[] = []) => ({
  ...exampleOf('/api/v1/chart', 'empty'),
  scatter: reported.map((time) => ({ t: at(time), value: 3 })),
  line: [],
  open_window: {
    start: at('07:00'),
    end: '2026-10-17T01:00:00-07:00',
    closed: closed.map(([start, end]) => ({ start: at(start), end: at(end) })),
  },
});

describe('closed hours of a day', () => {
  it.each([
    ['none', chart([]), []],
    ['those between two openings', chart([['14:00', '16:00']]), [['14:00', '16:00']]],
    [
      'those before the window, after late reports of the previous day',
      chart([], ['00:30']),
      [['01:00', '07:00']],
    ],
    [
      'joined where two touch',
      chart(
        [
          ['07:00', '08:00'],
          ['14:00', '16:00'],
        ],
        ['00:30'],
      ),
      [
        ['01:00', '08:00'],
        ['14:00', '16:00'],
      ],
    ],
    [
      'joined where two overlap',
      chart([
        ['14:00', '16:00'],
        ['15:00', '15:30'],
      ]),
      [['14:00', '16:00']],
    ],
  ])('are %s', (_, given, expected) => {
    expect(names(closedSpans(given, '2026-10-16'))).toEqual(expected);
  });
});
