import type { Outcome, RequirementOutcome } from '../contract/outcomes.ts';
import { textOfPlace } from './place.ts';

const weights: readonly Outcome[] = ['fail', 'warn', 'pass', 'inconclusive', 'not-exercised'];

/** The outcomes of several runs as those of one: a failure in any run counts, with the places of all. */
export function mergeOutcomes(
  runs: readonly (readonly RequirementOutcome[])[],
): readonly RequirementOutcome[] {
  const byRequirement = Map.groupBy(runs.flat(), ({ requirement }) => requirement);
  return [...byRequirement.values()].flatMap((list) => {
    const worst = worstOf(list);
    return worst === undefined ? [] : [worst.outcome === 'fail' ? mergeFailures(worst, list) : worst];
  });
}

/** Requirements that fail in some runs, and pass or warn in others. */
export function flakyIn(runs: readonly (readonly RequirementOutcome[])[]): readonly string[] {
  const byRequirement = Map.groupBy(runs.flat(), ({ requirement }) => requirement);
  return [...byRequirement].flatMap(([requirement, list]) =>
    isFlaky(list.map(({ outcome }) => outcome)) ? [requirement] : [],
  );
}

/** The item with the worst outcome, the first if several have it; undefined for an empty list. */
export function worstOf<Item extends { readonly outcome: Outcome }>(list: readonly Item[]): Item | undefined {
  return list.toSorted((a, b) => weights.indexOf(a.outcome) - weights.indexOf(b.outcome))[0];
}

/** Whether outcomes of one requirement contradict each other. What was not tested contradicts nothing. */
export function isFlaky(outcomes: readonly Outcome[]): boolean {
  return outcomes.includes('fail') && (outcomes.includes('pass') || outcomes.includes('warn'));
}

/** It follows from another failure only if it does so in every run. */
function mergeFailures(
  { followsFrom, ...worst }: RequirementOutcome,
  list: readonly RequirementOutcome[],
): RequirementOutcome {
  const failures = list.filter(({ outcome }) => outcome === 'fail');
  const places = failures.flatMap((one) =>
    (one.places ?? []).map((place) => [textOfPlace(place), place] as const),
  );
  const isExplained = failures.every((one) => one.followsFrom === followsFrom);
  return {
    ...worst,
    places: [...new Map(places).values()],
    ...(isExplained && followsFrom !== undefined ? { followsFrom } : {}),
  };
}
