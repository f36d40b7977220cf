import { describe, expect, it } from 'vitest';
import { clock, dateOf, MINUTE, wallTimeOf } from '../local-time.ts';
import { closingTime, openingOf } from './opening.ts';

const open = (minutes_until_close: number, closes_at: string, closing_soon = false) =>
  ({ is_open: true, closing_soon, minutes_until_close, closes_at, opens_at: null }) as const;

/** A Friday */
const NOW = wallTimeOf('2026-10-16T12:35:00');

describe('the opening in words', () => {
  it.each([
    [open(745, '1:00am'), 0, 'open: until 1am'],
    [open(1440, '12:35pm'), 0, 'open: until 12:35pm'],
    [open(1441, '12:36pm'), 0, 'open: until Saturday 12:36pm'],
    [open(1441, '12:36pm'), MINUTE, 'open: until 12:36pm'],
    [open(4 * 1440 + 565, '10:00pm'), 0, 'open: until Tuesday 10pm'],
    [open(6 * 1440 + 684, '11:59pm'), 0, 'open: until Thursday 11:59pm'],
    [open(6 * 1440 + 685, '12:00am'), 0, 'open: until Fri 23 Oct, midnight'],
    [open(61, '1:00am'), 0, 'open: until 1am'],
    [open(61, '1:00am'), 70_000, 'open: closes in 60 min, at 1am'],
    [open(20, '1:00am', true), 0, 'soon: in 20 min, at 1am'],
    [open(20, '1:00am', true), 5 * MINUTE, 'soon: in 15 min, at 1am'],
    [open(20, '1:00am', true), 20 * MINUTE, 'soon: at 1am'],
  ])('%o after %d ms: %s', (status, elapsed, expected) => {
    const { state, text } = openingOf(status, NOW, elapsed);
    expect(`${state}: ${text}`).toBe(expected);
  });
});

describe('midnight', () => {
  it.each([
    ['may be when it closes', open(685, '12:00am'), false, 'until midnight'],
    ['is when it closes', open(15, '12:00am', true), true, 'in 15 min, at midnight'],
    [
      'is when it closes, as the minutes were more',
      open(40, '12:00am'),
      false,
      'closes in 20 min, at midnight',
    ],
    ['is no closing without a warning', open(15, '12:00am'), false, ''],
    ['is no closing on a day without one', open(685, '12:00am'), true, ''],
    ['is not when it closes', open(685, '11:00pm'), true, 'until 11pm'],
  ])('%s', (_, status, isAllDay, text) => {
    const elapsed = status.minutes_until_close === 40 ? 20 * MINUTE : 0;
    expect(openingOf(status, NOW, elapsed, isAllDay).text).toBe(text);
  });
});

describe('the closing time', () => {
  it.each([
    ['today', '2026-10-16T12:35:00', open(265, '5:00pm'), '2026-10-16 5:00pm'],
    ['after midnight', '2026-10-16T12:35:00', open(745, '1:00am'), '2026-10-17 1:00am'],
    ['days ahead', '2026-11-20T12:00:00', open((7 * 24 + 12) * 60, '12:00am'), '2026-11-28 12:00am'],
    ['after the clocks go forward', '2026-03-08T00:30:00', open(150, '4:00am'), '2026-03-08 4:00am'],
    ['after the clocks go back', '2026-11-01T00:30:00', open(270, '4:00am'), '2026-11-01 4:00am'],
  ])('%s', (_, now, status, expected) => {
    const closing = closingTime(status, wallTimeOf(now), 0);
    expect(`${dateOf(closing)} ${clock(closing)}`).toBe(expected);
  });
});
