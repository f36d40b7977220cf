import { describe, expect, it } from 'vitest';
import { TypicalWeek } from './typical-week.ts';
import { reportsByDate, weekdayOverWeeks } from './weekday-over-weeks.ts';

const OCTOBER = { since: '2026-10-01', until: '2026-10-15' };

/** The days as `date hour:average(reports)…`, newest first. */
function daysOf(
  scatter: readonly (readonly [t: string, value: number])[],
  weekday: number,
  period = OCTOBER,
) {
  const chart = { scatter: scatter.map(([t, value]) => ({ t, value })) };
  return weekdayOverWeeks(reportsByDate(chart), weekday, period).map(({ date, averages }) =>
    [date, ...Array.from({ length: 24 }, (_, hour) => cell(averages, weekday, hour))]
      .filter(Boolean)
      .join(' '),
  );
}

function cell(averages: TypicalWeek, weekday: number, hour: number): string {
  const found = averages.hour(weekday, hour);
  return found === null ? '' : `${hour}:${found.value}(${found.reports})`;
}

describe('a weekday over the weeks', () => {
  it.each([
    ['has each date of the period, also without reports', [], 2, ['2026-10-14', '2026-10-07']],
    ['begins and ends with the period', [], 3, ['2026-10-15', '2026-10-08', '2026-10-01']],
    [
      'averages the reports of an hour',
      [
        ['2026-10-09T12:00:00-07:00', 10],
        ['2026-10-09T12:59:59-07:00', 15],
        ['2026-10-09T13:00:00-07:00', 3],
        ['2026-10-08T12:30:00-07:00', 99],
      ],
      4,
      ['2026-10-09 12:12.5(2) 13:3(1)', '2026-10-02'],
    ],
    [
      'puts an hour after midnight on its own date',
      [
        ['2026-10-09T23:59:59-07:00', 4],
        ['2026-10-10T00:00:00-07:00', 6],
      ],
      5,
      ['2026-10-10 0:6(1)', '2026-10-03'],
    ],
    [
      'takes the venue’s date, wherever the browser is',
      [['2026-10-09T23:30:00+14:00', 4]],
      4,
      ['2026-10-09 23:4(1)', '2026-10-02'],
    ],
    [
      'has reports outside the period, too',
      [['2026-09-25T12:00:00-07:00', 7]],
      4,
      ['2026-10-09', '2026-10-02', '2026-09-25 12:7(1)'],
    ],
  ] as const)('%s', (_, scatter, weekday, expected) => {
    expect(daysOf(scatter, weekday)).toEqual(expected);
  });

  it('joins the hour that a clock change repeats, and has nothing in the hour that it skips', () => {
    const autumn = { since: '2026-10-26', until: '2026-11-02' };
    const spring = { since: '2026-03-02', until: '2026-03-08' };
    expect([
      ...daysOf(
        [
          ['2026-11-01T01:30:00-07:00', 2],
          ['2026-11-01T01:30:00-08:00', 4],
          ['2026-11-01T02:00:00-08:00', 9],
        ],
        6,
        autumn,
      ),
      ...daysOf(
        [
          ['2026-03-08T01:59:00-08:00', 2],
          ['2026-03-08T03:00:00-07:00', 4],
        ],
        6,
        spring,
      ),
    ]).toEqual(['2026-11-01 1:3(2) 2:9(1)', '2026-03-08 1:2(1) 3:4(1)']);
  });

  it('counts weeks, not hours, across both clock changes', () => {
    expect(daysOf([], 6, { since: '2026-10-25', until: '2026-11-15' })).toEqual([
      '2026-11-15',
      '2026-11-08',
      '2026-11-01',
      '2026-10-25',
    ]);
    expect(daysOf([], 6, { since: '2026-03-01', until: '2026-03-15' })).toHaveLength(3);
  });

  it('has no days in a period without the weekday, and none that ends before it begins', () => {
    expect(daysOf([], 4, { since: '2026-10-10', until: '2026-10-14' })).toEqual([]);
    expect(daysOf([], 4, { since: '2026-10-20', until: '2026-10-10' })).toEqual([]);
  });

  it('agrees with the typical week: the averages of its days, weighted by reports', () => {
    const scatter = ['02', '09', '16'].flatMap((day, week) =>
      Array.from({ length: week + 1 }, (_, index) => ({
        t: `2026-10-${day}T12:0${index}:00-07:00`,
        value: index * 7,
      })),
    );
    const days = weekdayOverWeeks(reportsByDate({ scatter }), 4, OCTOBER).map(({ averages }) =>
      averages.hour(4, 12),
    );
    const reports = days.reduce((sum, day) => sum + (day?.reports ?? 0), 0);
    const people = days.reduce((sum, day) => sum + (day?.value ?? 0) * (day?.reports ?? 0), 0);
    const typical = new TypicalWeek({ scatter }).hour(4, 12);
    expect(typical?.reports).toBe(reports);
    expect(typical?.value).toBeCloseTo(people / reports);
  });
});
