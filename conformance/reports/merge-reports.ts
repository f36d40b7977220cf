import type { Outcome } from '../contract/outcomes.ts';
import { isFlaky, worstOf } from '../verdict/merge-outcomes.ts';
import { textOfPlace } from '../verdict/place.ts';
import type { SavedReport, SavedRequirement } from './saved-report.ts';

/**
 * The reports of several runs as one: a failure in any run counts, with the places of all, and what fails in some runs only is
 * flaky. The rest comes from the first run; the verdict, from the first run that could not check the deployment, if there is one.
 */
export function mergeReports(runs: readonly [SavedReport, ...SavedReport[]]): SavedReport {
  const byId = Map.groupBy(
    runs.flatMap(({ requirements }) => requirements),
    ({ id }) => id,
  );
  const unjudged = runs.find(({ verdict }) => verdict === 'inconclusive' || verdict === 'broken');
  const requirements = [...byId.values()].flatMap(mergedRequirement);
  return { ...runs[0], verdict: (unjudged ?? runs[0]).verdict, requirements };
}

/** It fails as expected, or follows from another failure, only if it does so in every run in which it fails. */
function mergedRequirement(list: readonly SavedRequirement[]): readonly SavedRequirement[] {
  const worst = worstOf(list);
  if (worst?.outcome !== 'fail') return worst === undefined ? [] : [worst];
  const { id, promise, outcome, expected, followsFrom } = worst;
  const failures = list.filter((one) => one.outcome === 'fail');
  const hasPlaces = failures.every(({ places }) => places !== undefined);
  const places = failures.flatMap((one) =>
    (one.places ?? []).map((place) => [textOfPlace(place), place] as const),
  );
  const areExpected = expected !== undefined && failures.every((one) => one.expected !== undefined);
  const areExplained = followsFrom !== undefined && failures.every((one) => one.followsFrom === followsFrom);
  return [
    {
      ...{ id, promise, outcome },
      ...(hasPlaces ? { places: [...new Map(places).values()] } : {}),
      ...(areExpected ? { expected } : {}),
      ...(areExplained ? { followsFrom } : {}),
      ...(isFlaky(list.map((one): Outcome => one.outcome)) ? { flaky: true } : {}),
    },
  ];
}
