import type { Facts } from '../../facts/facts.ts';
import { mostClockChange } from '../../facts/service-clock.ts';
import { offsetText } from '../../facts/timestamp.ts';
import type { Ledger, Rule } from '../rule.ts';
import { reportAllInUtc } from './all-in-utc.ts';
import { reportMonthsFromZero } from './months-from-zero.ts';
import { type Occurrence, otherOccurrences, reportOccurrences } from './occurrences.ts';

const hour = 3_600_000_000;
const day = 24 * hour;

/** Offsets: an instant has the same local time on all endpoints. */
export const time: Rule = {
  name: 'time',
  judge: (facts, ledger) => {
    const reported = reportOccurrences(facts);
    const others = otherOccurrences(facts);
    if (reported.length + others.length < 2)
      return ledger.notApplicable('time.local-offset', 'fewer than two timestamps were seen');
    const all = [...reported, ...others];
    if (reportAllInUtc(facts, all, ledger) || reportMonthsFromZero(facts, all, ledger)) return;
    const agreed = judgeSameInstants(facts, reported, ledger);
    judgeSmoothness(agreed.length > 0 ? agreed : others, ledger);
    judgeAgainst(agreed, others, ledger);
  },
};

/** Blames an offset that differs from the one most endpoints give for the same second; returns the occurrences that agree. */
function judgeSameInstants(
  facts: Facts,
  occurrences: readonly Occurrence[],
  ledger: Ledger,
): readonly Occurrence[] {
  const seen = new Set<number>();
  return occurrences.filter((occurrence) => {
    const key = facts.keyOf(occurrence.t);
    const agreed = facts.groupOf(occurrence.t)?.t ?? occurrence.t;
    if (agreed.offsetMinutes !== occurrence.t.offsetMinutes) {
      breach(ledger, occurrence, agreed.text);
      return false;
    }
    if (seen.has(key)) ledger.pass('time.local-offset');
    seen.add(key);
    return true;
  });
}

/** An offset that lasts less than a week between two others that agree is not a clock change. */
function judgeSmoothness(occurrences: readonly Occurrence[], ledger: Ledger): void {
  const sorted = ascending(occurrences);
  for (let at = 1; at + 1 < sorted.length; at += 1) {
    const [before, here, after] = [sorted[at - 1], sorted[at], sorted[at + 1]];
    if (before === undefined || here === undefined || after === undefined) continue;
    const isBrief =
      before.t.offsetMinutes === after.t.offsetMinutes && here.t.offsetMinutes !== before.t.offsetMinutes;
    if (isBrief && after.t.micros - before.t.micros < 7 * day)
      breach(ledger, here, `${offsetText(before.t.offsetMinutes)}, as the reports before and after it`);
  }
  if (sorted.length > 0) ledger.pass('time.local-offset');
}

/** Compares every other timestamp with the reports around it, or the nearest one. */
function judgeAgainst(reported: readonly Occurrence[], others: readonly Occurrence[], ledger: Ledger): void {
  const sorted = ascending(reported.length > 0 ? reported : others);
  const grouped = byOffset(others);
  for (const occurrence of others) {
    const at = countUpTo(sorted, occurrence.t.micros);
    const [before, after] = [sorted[at - 1], sorted[at]];
    const offset = occurrence.t.offsetMinutes;
    const near = [before, after].filter((one) => one !== undefined);
    const agrees = near.some((one) => one.t.offsetMinutes === offset);
    if (agrees) {
      ledger.pass('time.local-offset');
      continue;
    }
    // Outside the reports a clock change is possible
    const distance = Math.min(...near.map((one) => Math.abs(one.t.offsetMinutes - offset)));
    const closely =
      before !== undefined && after !== undefined && after.t.micros - before.t.micros < 25 * day;
    const isSame = near.some(({ t }) => t.micros === occurrence.t.micros);
    const isTooFar = distance > mostClockChange;
    if (isSame || closely || isTooFar || near.some((one) => isEnclosed(occurrence, one, grouped))) {
      breach(ledger, occurrence, near.map((one) => offsetText(one.t.offsetMinutes)).join(' or '));
    }
  }
}

/**
 * Checks whether a time of another endpoint, on the other side of a timestamp, has the offset of the report on this side, less than a week
 * apart: the clocks did not change in between.
 */
function isEnclosed({ t, exchange }: Occurrence, report: Occurrence, grouped: ByOffset): boolean {
  return [...(grouped.get(report.t.offsetMinutes) ?? [])].some(([endpoint, sorted]) => {
    if (endpoint === exchange.endpoint) return false;
    const next =
      report.t.micros < t.micros
        ? sorted[countUpTo(sorted, t.micros)]
        : sorted[countUpTo(sorted, t.micros - 1) - 1];
    return next !== undefined && Math.abs(next.t.micros - report.t.micros) < 7 * day;
  });
}

/** Occurrences by offset and endpoint, ascending. */
type ByOffset = ReadonlyMap<number, ReadonlyMap<string, readonly Occurrence[]>>;

function byOffset(occurrences: readonly Occurrence[]): ByOffset {
  const groups = Map.groupBy(ascending(occurrences), ({ t }) => t.offsetMinutes);
  return new Map(
    [...groups].map(([offset, group]) => [offset, Map.groupBy(group, ({ exchange }) => exchange.endpoint)]),
  );
}

const ascending = (occurrences: readonly Occurrence[]): readonly Occurrence[] =>
  occurrences.toSorted((a, b) => a.t.micros - b.t.micros);

/** How many of the occurrences, which ascend, are at an instant or before it. */
function countUpTo(sorted: readonly Occurrence[], micros: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.t.micros ?? 0) <= micros) low = middle + 1;
    else high = middle;
  }
  return low;
}

function breach(ledger: Ledger, { t, where, exchange }: Occurrence, expected: string): void {
  ledger.fail('time.local-offset', {
    message: `${where} has a different offset from the service's local time`,
    expected,
    seen: t.text,
    exchange,
  });
}
