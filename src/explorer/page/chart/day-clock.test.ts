import { describe, expect, it } from 'vitest';
import { chartOf, timestampOf } from './day.fixture.ts';
import { DayClock } from './day-clock.ts';

const CLOCKS = {
  'an ordinary day': new DayClock(chartOf({ date: '2026-10-16' })),
  'the day that skips an hour': new DayClock(
    chartOf({ date: '2026-03-08', offset: -8, change: { at: '2026-03-08T10:00:00Z', offset: -7 } }),
  ),
  'the day that repeats an hour': new DayClock(
    chartOf({ date: '2026-11-01', offset: -7, change: { at: '2026-11-01T09:00:00Z', offset: -8 } }),
  ),
  'half an hour off': new DayClock(chartOf({ date: '2026-10-16', offset: 5.5 })),
};

describe('the clock of a day', () => {
  it.each([
    ['an ordinary day', '2026-10-16T12:30', '2026-10-16T12:30:00-07:00'],
    ['the day that skips an hour', '2026-03-08T01:45', '2026-03-08T01:45:00-08:00'],
    ['the day that skips an hour', '2026-03-08T02:30', '2026-03-08T03:30:00-07:00'],
    ['the day that skips an hour', '2026-03-08T03:00', '2026-03-08T03:00:00-07:00'],
    ['the day that repeats an hour', '2026-11-01T01:30', '2026-11-01T01:30:00-07:00'],
    ['the day that repeats an hour', '2026-11-01T02:00', '2026-11-01T02:00:00-08:00'],
    ['half an hour off', '2026-10-16T12:30', '2026-10-16T12:30:00+05:30'],
  ] as const)('on %s knows when it is %s', (name, wall, expected) => {
    const clock = CLOCKS[name];
    const instant = clock.instant(Date.parse(`${wall}Z`));
    expect(timestampOf(instant, clock.offset(instant))).toBe(expected);
  });

  const at = (time: string, day = 16) => `2026-10-${day}T${time}:00-07:00`;
  it.each([
    ['each hour', 'an ordinary day', [at('07:30'), at('12:00')], 0.5, '8 9 10 11 12'],
    ['every third', 'an ordinary day', [at('07:00'), at('01:00', 17)], 2.5, '9 12 15 18 21 0'],
    ['every sixth', 'an ordinary day', [at('00:00'), at('00:00', 17)], 5, '0 6 12 18 0'],
    [
      'a repeated hour twice',
      'the day that repeats an hour',
      ['2026-11-01T00:00:00-07:00', '2026-11-01T02:00:00-08:00'],
      0.5,
      '0 1 1 2',
    ],
    [
      'full hours of local time',
      'half an hour off',
      ['2026-10-16T08:00:00+05:30', '2026-10-16T10:00:00+05:30'],
      0.5,
      '8 9 10',
    ],
  ] as const)('labels %s', (_, name, [start, end], least, hours) => {
    const clock = CLOCKS[name];
    const ticks = clock.hourTicks([Date.parse(start), Date.parse(end)], least * 3_600_000);
    expect(ticks.map((tick) => new Date(clock.wall(+tick)).getUTCHours()).join(' ')).toBe(hours);
  });

  it('has midnights and full hours of local time', () => {
    expect(CLOCKS['half an hour off'].midnight('2026-10-16')).toBe(Date.parse('2026-10-16T00:00:00+05:30'));
    const hour = CLOCKS['half an hour off'].floorHour(Date.parse('2026-10-16T12:59:00+05:30'));
    expect(hour).toBe(Date.parse('2026-10-16T12:00:00+05:30'));
    expect(CLOCKS['the day that repeats an hour'].midnight('2026-11-02')).toBe(
      Date.parse('2026-11-02T00:00:00-08:00'),
    );
  });
});
