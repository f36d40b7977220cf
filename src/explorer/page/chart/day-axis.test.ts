import { describe, expect, it } from 'vitest';
import { hourName } from '../local-time.ts';
import { chartOf } from './day.fixture.ts';
import { timeAxis } from './day-axis.ts';
import { DayClock } from './day-clock.ts';

const axisOf = (
  about: Parameters<typeof chartOf>[0],
  [from, to]: readonly [string, string],
  closed: readonly (readonly [string, string])[],
  width: number,
) => {
  const clock = new DayClock(chartOf(about));
  const span = (start: string, end: string) => [Date.parse(start), Date.parse(end)] as const;
  const axis = timeAxis(
    { span: span(from, to), closed: closed.map((one) => span(...one)), empty: [], clock },
    [0, width],
  );
  return {
    ...axis,
    names: axis.ticks.map((tick) => hourName(new Date(clock.wall(+tick)).getUTCHours())).join(' '),
  };
};
const at = (time: string, day = 16) => `2026-10-${day}T${time}:00-07:00`;
const FRIDAY = { date: '2026-10-16' };

describe('the time axis of a day', () => {
  it.each([
    ['each hour if there is room', FRIDAY, [at('07:30'), at('12:00')], 400, '8am 9am 10am 11am 12pm'],
    ['every third', FRIDAY, [at('07:00'), at('01:00', 17)], 300, '9am 12pm 3pm 6pm 9pm 12am'],
    ['every sixth', FRIDAY, [at('00:00'), at('00:00', 17)], 170, '12am 6am 12pm 6pm 12am'],
    [
      'the hours on each side of a skipped one',
      { date: '2026-03-08', offset: -8, change: { at: '2026-03-08T10:00:00Z', offset: -7 } },
      ['2026-03-08T00:00:00-08:00', '2026-03-08T04:00:00-07:00'],
      400,
      '12am 1am 3am 4am',
    ],
    [
      'a repeated hour twice',
      { date: '2026-11-01', offset: -7, change: { at: '2026-11-01T09:00:00Z', offset: -8 } },
      ['2026-11-01T00:00:00-07:00', '2026-11-01T02:00:00-08:00'],
      400,
      '12am 1am 1am 2am',
    ],
    [
      'full hours of local time',
      { date: '2026-10-16', offset: 5.5 },
      ['2026-10-16T08:00:00+05:30', '2026-10-16T10:00:00+05:30'],
      400,
      '8am 9am 10am',
    ],
  ] as const)('labels %s', (_, about, span, width, names) => {
    expect(axisOf(about, span, [], width).names).toBe(names);
  });

  it('cuts a long closed stretch between open hours short, without labels in it', () => {
    const night = [at('01:00'), at('10:00')] as const;
    const { position, names } = axisOf(FRIDAY, [at('00:00'), at('15:30')], [night], 400);
    expect(
      [at('00:00'), at('01:00'), at('10:00'), at('15:30')].map((time) => position(Date.parse(time))),
    ).toEqual([0, 50, 125, 400]);
    expect(names).toBe('12am 1am 10am 11am 12pm 1pm 2pm 3pm');
  });

  it('leaves short closed stretches, and a day that is closed, as they are', () => {
    expect(axisOf(FRIDAY, [at('07:00'), at('20:00')], [[at('14:00'), at('15:00')]], 400).domain).toHaveLength(
      2,
    );
    expect(axisOf(FRIDAY, [at('07:00'), at('20:00')], [[at('07:00'), at('20:00')]], 400).domain).toHaveLength(
      2,
    );
  });
});
