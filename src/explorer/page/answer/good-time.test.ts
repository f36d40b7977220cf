import { describe, expect, it } from 'vitest';
import { rowsOf } from '../chart/day.fixture.ts';
import { wallTimeOf } from '../local-time.ts';
import { nextGoodTime, timesAfterOpening } from './good-time.ts';
import { dayOf, weekOf } from './week.fixture.ts';

const FRIDAY = '2026-10-09';
const wall = (time: string) => wallTimeOf(`${time}:00Z`);
const timeOf = (statement: ReturnType<typeof nextGoodTime>) =>
  statement === null ? null : `${statement.headline} | ${statement.detail}`;

describe('the next good time', () => {
  const at = (now: string, closing: string, value: number | null, hours: Record<string, number>) =>
    timeOf(
      nextGoodTime({
        now: wall(now),
        closing: wall(closing),
        value,
        high: value === null ? null : value + 1,
        certainty: 'sure',
        typical: weekOf(hours),
      }),
    );

  // What it is, now, how many are in line, from which hour on how many are usual, and what it says.
  it.each(
    rowsOf(`
      ends before another rush | 12:35 | 22 | 11: 6 14 4 1 2 7 | Usually shorter from 1pm to 4pm | with about 2 people
      is not the first that is a bit shorter | 12:35 | 22 | 12: 14 15 1 1 1 | Usually shorter after 2pm | with about 1 person
      ends at an hour with too few reports | 12:35 | 22 | 12: 14 4 1 - 1 | Usually shorter from 1pm to 3pm | with about 3 people
      is empty | 12:35 | 22 | 12: 14 0 0 0 0 | Usually shorter after 1pm | with hardly anybody
      is now, before a rush | 10:50 | 3 | 11: 6 14 4 1 2 7 | Now is a good time | usually longer until 1pm, with about 10 people
      is now, if waiting would save few people and a rush comes first | 11:50 | 4 | 11: 4 14 4 0 0 0 | Now is a good time | usually longer until 1pm, with about 14 people
      is now, before a rush in the evening | 13:10 | 3 | 13: 3 3 9 3 | Now is a good time | usually longer from 3pm to 4pm, with about 9 people
      is now, and it gets longer until closing | 13:10 | 4 | 13: 4 4 9 9 | Now is a good time | usually longer after 3pm, with about 9 people
      is now, with hardly anybody | 13:10 | 2 | 13: 2 1 2 2 | Now is a good time | hardly anybody is in line
      is unknown when all hours are alike | 13:10 | 5 | 13: 5 5 6 4.6 | Usually no shorter later | before it closes at 5pm
      is unknown when no hour is much shorter | 13:10 | 5 | 13: 5 4 6 5 | Not much shorter later | before it closes at 5pm
      is unknown without enough reports | 13:10 | 5 | 13: 5 | Too few earlier reports | to say when it is shorter
      is unknown when the next hour is | 13:10 | 5 | 13: 5 - 5 5 | Too few earlier reports | to say when it is shorter`),
  )('%s', (_, time, value, hours, ...expected) => {
    const [from, ...usual] = hours?.split(/:? /).map((text) => (text === '-' ? null : Number(text))) ?? [];
    const said = at(
      `2026-10-16T${time}`,
      '2026-10-16T17:00',
      Number(value),
      dayOf(FRIDAY, Number(from), usual),
    );
    expect(said).toBe(expected.join(' | '));
  });

  it('is never after closing, nor in an hour that ends soon after it begins', () => {
    const evening = dayOf(FRIDAY, 19, [20, 18, 1, 1]);
    expect(at('2026-10-16T19:10', '2026-10-16T21:00', 20, evening)).toBe(
      'Not much shorter later | before it closes at 9pm',
    );
    expect(at('2026-10-16T19:10', '2026-10-16T21:15', 20, evening)).not.toContain('9pm |');
    expect(at('2026-10-16T19:10', '2026-10-16T21:30', 20, evening)).toContain('after 9pm');
    expect(at('2026-10-16T20:40', '2026-10-16T21:00', 20, evening)).toBeNull();
    expect(at('2026-10-16T20:40', '2026-10-16T21:00', 2, evening)).toContain('Now is a good time');
  });

  it('does not call a line short that may be long, and says how sure it is', () => {
    const typical = weekOf(dayOf(FRIDAY, 13, [2, 1, 2, 2]));
    const about = { now: wall('2026-10-16T13:10'), closing: wall('2026-10-16T17:00'), value: 2, typical };
    expect(nextGoodTime({ ...about, high: 12, certainty: 'sure' })?.headline).toBe('Not much shorter later');
    expect(nextGoodTime({ ...about, high: 4, certainty: 'rough' })?.headline).toBe(
      'Now is probably a good time',
    );
  });

  it('takes the hours past midnight from the next weekday', () => {
    const night = { ...dayOf(FRIDAY, 22, [20, 20, 2, 2]), ...dayOf('2026-10-08', 24, [30]) };
    expect(at('2026-10-16T22:20', '2026-10-17T02:00', 20, night)).toBe(
      'Usually shorter after midnight | with about 2 people',
    );
    expect(at('2026-10-17T00:20', '2026-10-17T02:00', 20, night)).toBe(
      'Usually shorter after 1am | with about 2 people',
    );
  });

  it('says nothing of closing at midnight, which may stand for a venue that never closes', () => {
    expect(at('2026-10-16T21:20', '2026-10-17T00:00', 5, dayOf(FRIDAY, 21, [5, 5, 5]))).toBe(
      'Usually no shorter later | until midnight',
    );
  });
});

describe('the times after opening', () => {
  const now = wall('2026-10-15T20:00');
  const opened = (opens: string, closes: string | null, hours: Record<string, number>) =>
    timesAfterOpening(wall(opens), closes === null ? null : wall(closes), weekOf(hours), now);

  it.each<readonly [string, string | null, readonly (number | null)[], string | null]>([
    ['between two rushes', '22:00', [5, 12, 2, 2, 6, 14, 4, 0], 'from 9am to 11am'],
    ['until closing', '11:00', [5, 12, 2, 2, 0], 'after 9am'],
    ['by its hours, without a closing time', null, [5, 12, 2, null], 'from 9am to 10am'],
    ['unknown when all hours are alike', '11:00', [5, 5, 4, 5], null],
    ['unknown without reports', '11:00', [], null],
  ])('is %s', (_, closes, values, when) => {
    const closing = closes === null ? null : `2026-10-16T${closes}`;
    const times = opened('2026-10-16T07:00', closing, dayOf(FRIDAY, 7, values));
    const expected = `Usually shorter ${when} | tomorrow, with about 2 people`;
    expect(timeOf(times?.shorter ?? null)).toBe(when === null ? null : expected);
  });

  it('names the day after midnight', () => {
    const night = opened('2026-10-16T22:00', '2026-10-17T03:00', dayOf(FRIDAY, 22, [14, 15, 15, 1, 1]));
    expect([timeOf(night?.longest ?? null), timeOf(night?.shorter ?? null)]).toEqual([
      'Usually longest at 11pm | tomorrow, with about 15 people',
      'Usually shorter after 1am | on Saturday, with about 1 person',
    ]);
  });
});
