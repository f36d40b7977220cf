import type { Place, RequirementOutcome } from '../contract/outcomes.ts';
import type { ExpectedFailure } from '../contract/report-types.ts';
import { isWithin } from './place.ts';

/** The outcomes in the light of the list of expected failures. */
export interface Expectations {
  /** The reasons of failures that are expected at every place, by requirement. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Where requirements fail that have entries for other places. */
  readonly unexpected: ReadonlyMap<string, readonly Place[]>;
  /** Entries that no longer fail. */
  readonly stale: readonly ExpectedFailure[];
  /** Entries that still may fail, but whose day of review has passed. They no longer cover anything. */
  readonly expired: readonly ExpectedFailure[];
}

/**
 * Compares the outcomes with the list on the day `today`, `YYYY-MM-DD`. What follows from an expected failure is expected as
 * well. `seen` are the places that responded: where nothing was seen, nothing is stale.
 */
export function compareWithExpected(
  outcomes: readonly RequirementOutcome[],
  entries: readonly ExpectedFailure[],
  today: string,
  seen: readonly Place[],
): Expectations {
  const isStale = (entry: ExpectedFailure) => isStaleIn(outcomes, entry, seen);
  const stale = entries.filter(isStale);
  const isExpired = ({ reviewBy }: ExpectedFailure) => reviewBy !== undefined && reviewBy < today;
  const current = entries.filter((entry) => !isExpired(entry));
  const reasons = new Map<string, string>();
  const failed = outcomes.filter(({ outcome }) => outcome === 'fail');
  for (const one of failed) {
    const reason = reasonFor(one, current);
    if (reason !== undefined) reasons.set(one.requirement, reason);
  }
  for (const { requirement, followsFrom } of failed)
    if (followsFrom !== undefined && reasons.has(followsFrom) && !reasons.has(requirement))
      reasons.set(requirement, `follows from ${followsFrom}`);
  const listed = failed.filter((one) => entries.some(({ requirement }) => requirement === one.requirement));
  const unexpected = new Map(
    listed
      .map((one) => [one.requirement, uncovered(one, entries)] as const)
      .filter(([requirement, places]) => places.length > 0 && !reasons.has(requirement)),
  );
  return {
    reasons,
    unexpected,
    stale,
    expired: entries.filter((entry) => isExpired(entry) && !isStale(entry)),
  };
}

/** Checks whether the run shows that an entry no longer fails. What was not checked shows nothing. */
export function isStaleIn(
  outcomes: readonly RequirementOutcome[],
  { requirement, flaky, ...entry }: ExpectedFailure,
  seen: readonly Place[],
): boolean {
  const judged = outcomes.find((one) => one.requirement === requirement);
  if (judged === undefined || flaky === true) return false;
  if (judged.outcome !== 'fail') return judged.outcome === 'pass' || judged.outcome === 'warn';
  const isSeen = seen.some((place) => isWithin(place, withoutPointer(entry)));
  return isSeen && !placesOf(judged).some((place) => isWithin(place, entry));
}

/** The places of a failure that no entry covers. */
export function uncovered(failed: RequirementOutcome, entries: readonly ExpectedFailure[]): readonly Place[] {
  const own = entries.filter(({ requirement }) => requirement === failed.requirement);
  return placesOf(failed).filter((place) => !own.some((entry) => isWithin(place, entry)));
}

function reasonFor(failed: RequirementOutcome, entries: readonly ExpectedFailure[]): string | undefined {
  if (uncovered(failed, entries).length > 0) return undefined;
  const used = entries.filter(
    (entry) =>
      entry.requirement === failed.requirement && placesOf(failed).some((place) => isWithin(place, entry)),
  );
  return [...new Set(used.map(({ reason }) => reason))].join('; ');
}

function placesOf({ places = [] }: RequirementOutcome): readonly Place[] {
  return places.length === 0 ? [{}] : places;
}

function withoutPointer({ endpoint, step }: Place): Place {
  return { ...(endpoint === undefined ? {} : { endpoint }), ...(step === undefined ? {} : { step }) };
}
