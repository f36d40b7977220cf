import type { Outcome, Place } from '../contract/outcomes.ts';
import { textOfPlace } from './place.ts';

const weights: readonly Outcome[] = ['fail', 'warn', 'pass', 'inconclusive', 'not-exercised'];

/** The members of a requirement's outcome that runs may disagree about. */
export interface MergedOutcome {
  readonly outcome: Outcome;
  readonly places?: readonly Place[];
  readonly expected?: string;
  readonly followsFrom?: string;
  /** True if it fails in some runs, and passes or warns in others. */
  readonly flaky?: boolean;
}

/**
 * Merges the outcomes of several runs. An item fails if any run fails it; its places are joined if every failure names some. A failure is
 * expected, or follows from another, only if it does in every run that fails it. Everything else is taken from the first run with the
 * worst outcome.
 */
export function mergeOutcomes<Item extends MergedOutcome>(
  runs: readonly (readonly Item[])[],
  idOf: (item: Item) => string,
): readonly Item[] {
  return [...Map.groupBy(runs.flat(), idOf).values()].flatMap((list): readonly Item[] => {
    const [worst] = list.toSorted((a, b) => weights.indexOf(a.outcome) - weights.indexOf(b.outcome));
    if (worst?.outcome !== 'fail') return worst === undefined ? [] : [worst];
    const { expected, followsFrom, places: _, ...rest } = worst;
    const failures = list.filter(({ outcome }) => outcome === 'fail');
    const places = failures.flatMap((one) =>
      (one.places ?? []).map((place) => [textOfPlace(place), place] as const),
    );
    const areLocated = failures.every((one) => one.places !== undefined);
    const areExpected = failures.every((one) => one.expected !== undefined);
    const areExplained = failures.every((one) => one.followsFrom === followsFrom);
    const merged: MergedOutcome = {
      ...rest,
      ...(areLocated ? { places: [...new Map(places).values()] } : {}),
      ...(areExpected && expected !== undefined ? { expected } : {}),
      ...(areExplained && followsFrom !== undefined ? { followsFrom } : {}),
      ...(isFlaky(list.map(({ outcome }) => outcome)) ? { flaky: true } : {}),
    };
    return [merged as Item];
  });
}

/** Checks whether outcomes of one requirement contradict each other. What was not tested contradicts nothing. */
export function isFlaky(outcomes: readonly Outcome[]): boolean {
  return outcomes.includes('fail') && (outcomes.includes('pass') || outcomes.includes('warn'));
}
