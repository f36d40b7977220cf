import type { Report } from '../data/reports.ts';

/** A timestamp in the contract's format: local time to the second or, if it has a fraction, the microsecond, with the UTC offset. */
export function timestamp(time: Temporal.ZonedDateTime): string {
  return time.toString({ timeZoneName: 'never' });
}

/** A clock time in the contract's format, such as `2:00pm`. */
export function clock(time: Temporal.ZonedDateTime): string {
  const minute = String(time.minute).padStart(2, '0');
  return `${time.hour % 12 === 0 ? 12 : time.hour % 12}:${minute}${time.hour < 12 ? 'am' : 'pm'}`;
}

/** Rounds a number to some decimal places. */
export function rounded(number: number, decimals: number): number {
  return Math.round(number * 10 ** decimals) / 10 ** decimals;
}

/** The plain average headcount of reports, to two decimal places; null if there are none. */
export function average(reports: readonly Report[] = []): number | null {
  if (reports.length === 0) return null;
  const people = reports.reduce((sum, { value }) => sum + value, 0);
  return rounded(people / reports.length, 2);
}

/**
 * The average headcount of reports around a time in epoch milliseconds; null if there are none. A report's weight halves with
 * every `halfLife` minutes between the two.
 */
export function weightedAverage(reports: readonly Report[], at: number, halfLife: number): number | null {
  let people = 0;
  let weights = 0;
  for (const { at: reported, value } of reports) {
    const weight = 0.5 ** (Math.abs(reported - at) / 60_000 / halfLife);
    people += weight * value;
    weights += weight;
  }
  return weights === 0 ? null : people / weights;
}
