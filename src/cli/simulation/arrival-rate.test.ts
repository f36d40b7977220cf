import { describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { microsOf } from '../../service/domain/micros.ts';
import { arrivalRate } from './arrival-rate.ts';

/** Monday's rates are 0, 10, … 230; each later day has 1000 more. */
const RATES = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => day * 1000 + hour * 10),
);

function rateAt(zone: string, date: string, opens: number, closes: number, at: string, factor = 1): number {
  const rate = arrivalRate(
    RATES,
    { opens, closes },
    Temporal.PlainDate.from(date),
    new LocalTime(zone),
    factor,
  );
  return rate.at(microsOf(Temporal.Instant.from(at)));
}

describe('arrivalRate', () => {
  it.each([
    { zone: 'UTC', date: '2026-11-16', at: '2026-11-16T08:15Z', rate: 82.5 },
    { zone: 'Asia/Kolkata', date: '2026-11-16', at: '2026-11-16T08:00+05:30', rate: 80 },
    { zone: 'Australia/Lord_Howe', date: '2026-11-16', at: '2026-11-16T08:30+11:00', rate: 85 },
  ])('follows the wall clock in $zone at $at', ({ zone, date, at, rate }) => {
    expect(rateAt(zone, date, 420, 1320, at)).toBeCloseTo(rate, 9);
  });

  it('uses the next weekday’s rates after midnight, including from Sunday to Monday', () => {
    expect(rateAt('UTC', '2026-11-20', 420, 1560, '2026-11-21T01:00Z')).toBe(5010);
    expect(rateAt('UTC', '2026-11-22', 420, 1560, '2026-11-23T01:00Z')).toBe(10);
  });

  it('multiplies by the factor and peaks at the highest full hour', () => {
    expect(rateAt('UTC', '2026-11-16', 420, 1320, '2026-11-16T08:00Z', 1.5)).toBe(120);
    const monday = Temporal.PlainDate.from('2026-11-16');
    const rate = arrivalRate(RATES, { opens: 420, closes: 630 }, monday, new LocalTime('UTC'), 2);
    expect(rate.peak).toBe(220);
  });
});
