import type { ReportGroup } from '../facts/consensus.ts';
import { type Facts, groupsIn } from '../facts/facts.ts';
import { secondOf, type Timestamp } from '../facts/timestamp.ts';

/** A response about a range of local days. */
export interface RangeResponse {
  readonly since?: string;
  readonly until?: string;
  readonly items: readonly Timestamp[];
}

/** What is wrong with the items of a range. */
export interface RangeDifferences {
  /** Reports that should be there. */
  readonly missing: readonly Timestamp[];
  /** Items that match no report in the range. */
  readonly extra: readonly Timestamp[];
  /** The requirements of the endpoint that are broken. */
  readonly blamed: ReadonlySet<'since' | 'until' | 'complete'>;
  /** The requirements that reports in the range could show. */
  readonly shown: ReadonlySet<'since' | 'until' | 'complete'>;
}

type Part = 'since' | 'until' | 'complete';

/**
 * Compares a response with the existing reports. The description leaves open what a missing end means: on that side the
 * response may reach any distance, as long as it is complete in between and includes the given end.
 */
export function rangeDifferences(facts: Facts, response: RangeResponse): RangeDifferences {
  const located = response.items.map((t) => ({ t, group: facts.groupAt(secondOf(t)) }));
  const dates = located.map(({ t, group }) => group?.t.date ?? t.date).sort();
  const from = response.since ?? dates[0] ?? response.until ?? '9999-12-31';
  const to = response.until ?? (response.items.length === 0 ? response.since : dates.at(-1)) ?? '0000-01-01';
  const expected = groupsIn(facts, from, to).filter(({ t }) => facts.fullyObserved(t.date));
  const emptyByChoice = response.since === undefined && response.items.length === 0;

  const counts = new Map<number, number>();
  for (const { t } of located) counts.set(secondOf(t), (counts.get(secondOf(t)) ?? 0) + 1);
  const missing = emptyByChoice
    ? []
    : expected.filter(({ second, count }) => (counts.get(second) ?? 0) < count);
  const extra = located.filter(({ t, group }) => isExtra(facts, t, group, from, to, counts));

  const blamed = new Set<Part>();
  for (const date of new Set(missing.map(({ t }) => t.date))) {
    const wanted = expected.filter(({ t }) => t.date === date).length;
    const absent = missing.filter(({ t }) => t.date === date).length;
    const atEnd = date === response.since || date === response.until;
    if (date === response.since) blamed.add('since');
    if (date === response.until) blamed.add('until');
    // A whole day missing at an end is the end's fault; single reports may be lost for other reasons
    if (!atEnd || absent < wanted) blamed.add('complete');
  }
  for (const { t, group } of extra) {
    const date = group?.t.date ?? t.date;
    if (response.since !== undefined && date < response.since) blamed.add('since');
    else if (response.until !== undefined && date > response.until) blamed.add('until');
    else blamed.add('complete');
  }
  const shown = new Set<Part>();
  const has = (date: string | undefined) => date !== undefined && expected.some(({ t }) => t.date === date);
  if (!emptyByChoice && has(response.since)) shown.add('since');
  if (!emptyByChoice && has(response.until)) shown.add('until');
  if (!emptyByChoice && expected.length > 0) shown.add('complete');
  return { missing: missing.map(({ t }) => t), extra: extra.map(({ t }) => t), blamed, shown };
}

function isExtra(
  facts: Facts,
  t: Timestamp,
  group: ReportGroup | undefined,
  from: string,
  to: string,
  counts: ReadonlyMap<number, number>,
): boolean {
  const date = group?.t.date ?? t.date;
  if (date < from || date > to) return true;
  if (!facts.fullyObserved(date) || !facts.stable(t)) return false;
  return (counts.get(secondOf(t)) ?? 0) > (group?.count ?? 0);
}

/** Up to three of the timestamps, for a report. */
export function someOf(timestamps: readonly Timestamp[]): string {
  if (timestamps.length === 0) return 'none';
  const shown = timestamps
    .slice(0, 3)
    .map(({ text }) => text)
    .join(', ');
  return timestamps.length > 3 ? `${shown} and ${timestamps.length - 3} more` : shown;
}
