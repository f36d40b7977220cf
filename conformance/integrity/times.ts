import type { Evidence } from '../evidence/evidence.ts';
import type { Flaw } from './flaw.ts';

/** How far clocks may be set while a run lasts, in milliseconds. */
const setting = 1000;
/** How far the Date headers of one run may differ from its clock, compared with each other. */
const drift = 600_000;

/** Requests that overlap or are outside the run, and Date headers that are not of one run. */
export function timeFlaws({ exchanges, startedAt, finishedAt }: Evidence): readonly Flaw[] {
  const flaws: Flaw[] = [];
  let before = startedAt;
  for (const { number, startedAt: start, durationMs } of exchanges) {
    if (start < before - setting)
      flaws.push({ check: 'times', message: 'it began before the previous request ended', exchange: number });
    before = Math.max(before, start + durationMs);
  }
  if (before > finishedAt + setting)
    flaws.push({ check: 'times', message: 'the run ended before its last request' });
  const skews = exchanges.flatMap(({ number, startedAt: start, response }) => {
    const { date = '', age = '0' } = response?.headers ?? {};
    const skew = Date.parse(date) - start;
    return Number.isNaN(skew) || Number(age) > 0 ? [] : [{ number, skew }];
  });
  const median = skews.map(({ skew }) => skew).toSorted((a, b) => a - b)[skews.length >> 1] ?? 0;
  const odd = skews.find(({ skew }) => Math.abs(skew - median) > drift);
  if (odd !== undefined)
    flaws.push({
      check: 'times',
      message: 'its Date header contradicts the other responses',
      exchange: odd.number,
    });
  return flaws;
}
