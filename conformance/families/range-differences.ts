import type { RequirementId } from '../contract/requirements.ts';
import type { ReportGroup } from '../facts/consensus.ts';
import { type Facts, groupsIn } from '../facts/facts.ts';
import { countsOf } from '../facts/numbers.ts';
import type { Timestamp } from '../facts/timestamp.ts';
import type { Exchange } from '../requests/exchange.ts';
import type { Ledger } from './rule.ts';

/** A response about a range of local days. */
export interface RangeResponse {
  readonly since?: string;
  readonly until?: string;
  readonly items: readonly Timestamp[];
}

/** A part of a range that can be broken: an end of the range, or the completeness of what is in it. */
export type Part = 'since' | 'until' | 'complete';

/** The parts that could explain a difference; one of them is broken. */
type Difference = readonly Part[];

/** The differences between a range and the reports. */
export interface RangeDifferences {
  /** Reports that should be there. */
  readonly missing: readonly Timestamp[];
  /** Items that match no report in the range. */
  readonly extra: readonly Timestamp[];
  readonly differences: readonly Difference[];
  /** The parts that reports in the range could show. */
  readonly shown: ReadonlySet<Part>;
}

/** The words of findings about the ranges of one endpoint. */
interface Wording {
  readonly requirements: Readonly<Record<Part, RequirementId>>;
  /** Such as `the chart`. */
  readonly subject: string;
  /** Such as `does not show`. */
  readonly breach: string;
}

/**
 * Compares all responses of an endpoint with the existing reports. Returns a function that records what one of them passes and
 * fails: which end is to blame depends on all of them.
 */
export function rangeCheck<Response extends { readonly exchange: Exchange }>(
  facts: Facts,
  responses: readonly Response[],
  rangeOf: (response: Response) => RangeResponse,
  { requirements, subject, breach }: Wording,
): (response: Response, ledger: Ledger) => void {
  const compared = new Map(responses.map((one) => [one, rangeDifferences(facts, rangeOf(one))]));
  const blamed = blamedParts([...compared.values()].flatMap(({ differences }) => differences));
  return (response, ledger) => {
    const found = compared.get(response);
    if (found === undefined) return;
    const { since = '…', until = '…' } = rangeOf(response);
    for (const part of blamedHere(found.differences, blamed)) {
      ledger.fail(requirements[part], {
        message: `${subject} of ${since} to ${until} ${breach} the reports of these days`,
        expected: `missing: ${someOf(found.missing)}`,
        seen: `unexpected: ${someOf(found.extra)}`,
        exchange: response.exchange,
      });
    }
    for (const part of found.shown) if (!blamed.has(part)) ledger.pass(requirements[part]);
  };
}

/**
 * Compares a response with the existing reports. The description leaves open what a missing end means: on that side the
 * response may reach any distance, as long as it is complete in between and includes the given end.
 */
export function rangeDifferences(facts: Facts, response: RangeResponse): RangeDifferences {
  const located = response.items.map((t) => ({ t, group: facts.groupOf(t) }));
  const dates = located.map(({ t, group }) => group?.t.date ?? t.date).sort();
  const from = response.since ?? dates[0] ?? response.until ?? '9999-12-31';
  const to = response.until ?? (response.items.length === 0 ? response.since : dates.at(-1)) ?? '0000-01-01';
  const expected = groupsIn(facts, from, to).filter(({ t }) => facts.fullyObserved(t.date));
  const emptyByChoice = response.since === undefined && response.items.length === 0;

  const counts = countsOf(located.map(({ t }) => facts.keyOf(t)));
  const missing = emptyByChoice ? [] : expected.filter(({ key, count }) => (counts.get(key) ?? 0) < count);
  const extra = located.filter(({ t, group }) => isExtra(facts, t, group, from, to, counts));

  const differences = [
    ...missingParts(response, expected, new Set(missing)),
    ...extra.map(({ t, group }): Difference => {
      const date = group?.t.date ?? t.date;
      if (response.since !== undefined && date < response.since) return ['since'];
      return [response.until !== undefined && date > response.until ? 'until' : 'complete'];
    }),
  ];
  const shown = new Set<Part>();
  const has = (date: string | undefined) => date !== undefined && expected.some(({ t }) => t.date === date);
  if (!emptyByChoice && has(response.since)) shown.add('since');
  if (!emptyByChoice && has(response.until)) shown.add('until');
  if (!emptyByChoice && expected.length > 0) shown.add('complete');
  return {
    missing: missing.map(({ t }) => t),
    extra: extra.map(({ t }) => t),
    differences,
    shown,
  };
}

/** The parts that explain what is missing at the beginning, at the end, and in between. */
function missingParts(
  { since, until }: RangeResponse,
  expected: readonly ReportGroup[],
  missing: ReadonlySet<ReportGroup>,
): readonly Difference[] {
  if (missing.size === 0) return [];
  const first = expected.findIndex((group) => !missing.has(group));
  // Nothing is left, so either end or anything else may be wrong
  if (first === -1) return [['since', 'until', 'complete']];
  const last = expected.findLastIndex((group) => !missing.has(group));
  const inner = missing.size - first - (expected.length - 1 - last);
  return [
    ...(inner > 0 ? [['complete'] as const] : []),
    ...(first > 0 ? [missingAtEnd('since', since, expected, first - 1, first)] : []),
    ...(last < expected.length - 1 ? [missingAtEnd('until', until, expected, last + 1, last)] : []),
  ];
}

/** Explains reports missing at one end: `lost` is the innermost missing report, `kept` the one beside it. */
function missingAtEnd(
  end: 'since' | 'until',
  date: string | undefined,
  expected: readonly ReportGroup[],
  lost: number,
  kept: number,
): Difference {
  const [a, b] = [expected[lost]?.t, expected[kept]?.t];
  if (date === undefined || a === undefined || b === undefined) return ['complete'];
  // Whole days are missing if the range is cut at another date
  if (a.date !== b.date) return [end];
  const isSingle = end === 'since' ? lost === 0 : lost === expected.length - 1;
  return a.hour === b.hour || isSingle ? ['complete'] : [end, 'complete'];
}

/** The fewest parts that explain all differences of an endpoint's responses: first those without an alternative. */
export function blamedParts(differences: readonly Difference[]): ReadonlySet<Part> {
  const blamed = new Set(differences.flatMap((parts) => (parts.length === 1 ? parts : [])));
  for (;;) {
    const open = differences.filter((parts) => !parts.some((part) => blamed.has(part)));
    if (open.length === 0) return blamed;
    const covers = (part: Part) => open.filter((parts) => parts.includes(part)).length;
    const order: readonly Part[] = open.every((parts) => parts.length === 3)
      ? ['complete']
      : ['since', 'until', 'complete'];
    blamed.add(order.reduce((best, part) => (covers(part) > covers(best) ? part : best)));
  }
}

/** The blamed parts that explain differences of one response, each difference by one of them. */
function blamedHere(differences: readonly Difference[], blamed: ReadonlySet<Part>): ReadonlySet<Part> {
  return new Set(differences.flatMap((parts) => parts.find((part) => blamed.has(part)) ?? []));
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
  return (counts.get(facts.keyOf(t)) ?? 0) > (group?.count ?? 0);
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
