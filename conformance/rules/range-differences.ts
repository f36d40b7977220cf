import type { Moment } from '../facts/consensus.ts';
import { type Facts, momentsIn } from '../facts/facts.ts';
import { type Stamp, secondOf } from '../facts/timestamp.ts';

/** An answer about a range of local days. */
export interface RangeAnswer {
  readonly since?: string;
  readonly until?: string;
  readonly items: readonly Stamp[];
}

/** What is wrong with the items of a range. */
export interface RangeDifferences {
  /** Reports that should be there. */
  readonly missing: readonly Stamp[];
  /** Items that stand for no report in the range. */
  readonly extra: readonly Stamp[];
  /** Requirements of the endpoint that are breached. */
  readonly blamed: ReadonlySet<'since' | 'until' | 'complete'>;
  /** Those that hold, as far as reports were there to show it. */
  readonly shown: ReadonlySet<'since' | 'until' | 'complete'>;
}

type Part = 'since' | 'until' | 'complete';

/**
 * Compares an answer with the reports that exist. An end that is not given is a gap of the description: there the answer
 * may reach as far as it likes, as long as it is whole in between and the given end belongs to it.
 */
export function rangeDifferences(facts: Facts, answer: RangeAnswer): RangeDifferences {
  const located = answer.items.map((t) => ({ t, moment: facts.momentAt(secondOf(t)) }));
  const dates = located.map(({ t, moment }) => moment?.t.date ?? t.date).sort();
  const from = answer.since ?? dates[0] ?? answer.until ?? '9999-12-31';
  const to = answer.until ?? (answer.items.length === 0 ? answer.since : dates.at(-1)) ?? '0000-01-01';
  const expected = momentsIn(facts, from, to).filter(({ t }) => facts.covered(t.date));
  const emptyByChoice = answer.since === undefined && answer.items.length === 0;

  const counts = new Map<number, number>();
  for (const { t } of located) counts.set(secondOf(t), (counts.get(secondOf(t)) ?? 0) + 1);
  const missing = emptyByChoice
    ? []
    : expected.filter(({ second, count }) => (counts.get(second) ?? 0) < count);
  const extra = located.filter(({ t, moment }) => isExtra(facts, t, moment, from, to, counts));

  const blamed = new Set<Part>();
  for (const date of new Set(missing.map(({ t }) => t.date))) {
    const wanted = expected.filter(({ t }) => t.date === date).length;
    const absent = missing.filter(({ t }) => t.date === date).length;
    const atEnd = date === answer.since || date === answer.until;
    if (date === answer.since) blamed.add('since');
    if (date === answer.until) blamed.add('until');
    // A whole day gone at an end is the end's fault; single reports may as well be lost for other reasons
    if (!atEnd || absent < wanted) blamed.add('complete');
  }
  for (const { t, moment } of extra) {
    const date = moment?.t.date ?? t.date;
    if (answer.since !== undefined && date < answer.since) blamed.add('since');
    else if (answer.until !== undefined && date > answer.until) blamed.add('until');
    else blamed.add('complete');
  }
  const shown = new Set<Part>();
  const has = (date: string | undefined) => date !== undefined && expected.some(({ t }) => t.date === date);
  if (!emptyByChoice && has(answer.since)) shown.add('since');
  if (!emptyByChoice && has(answer.until)) shown.add('until');
  if (!emptyByChoice && expected.length > 0) shown.add('complete');
  return { missing: missing.map(({ t }) => t), extra: extra.map(({ t }) => t), blamed, shown };
}

function isExtra(
  facts: Facts,
  t: Stamp,
  moment: Moment | undefined,
  from: string,
  to: string,
  counts: ReadonlyMap<number, number>,
): boolean {
  const date = moment?.t.date ?? t.date;
  if (date < from || date > to) return true;
  if (!facts.covered(date) || !facts.settled(t)) return false;
  return (counts.get(secondOf(t)) ?? 0) > (moment?.count ?? 0);
}

/** Up to three of the timestamps, for a report. */
export function someOf(stamps: readonly Stamp[]): string {
  if (stamps.length === 0) return 'none';
  const shown = stamps
    .slice(0, 3)
    .map(({ text }) => text)
    .join(', ');
  return stamps.length > 3 ? `${shown} and ${stamps.length - 3} more` : shown;
}
