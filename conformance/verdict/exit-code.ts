import type { ExitCode, Outcome } from '../contract/outcomes.ts';

/** The result for one requirement. */
export interface Result {
  readonly outcome: Outcome;
  readonly level: 'must' | 'should';
  /** Why its failure is expected, if it is. */
  readonly expected?: string;
}

/** The facts that decide an exit code besides the results. */
export interface Circumstances {
  /** Why the run is inconclusive, if so. */
  readonly problem?: string | undefined;
  /** True if everything that is required has to be tested. */
  readonly complete?: boolean;
  /** True if expected failures have expired, or no longer fail. */
  readonly isListOutdated?: boolean;
}

/** 1 for a failure that is not expected, else 3 for what could not be checked, else 0. */
export function exitCodeOf(
  results: readonly Result[],
  { problem, complete = false, isListOutdated = false }: Circumstances,
): ExitCode {
  const has = (test: (one: Result) => boolean) => results.some(test);
  if (isListOutdated || has(({ outcome, expected }) => outcome === 'fail' && expected === undefined))
    return 1;
  if (problem !== undefined || has(({ outcome }) => outcome === 'inconclusive')) return 3;
  return complete && has(isOpen) ? 3 : 0;
}

/** Checks whether something that is required was not tested. A recommendation has no part in the verdict. */
export function isOpen({ outcome, level }: Result): boolean {
  return outcome === 'not-exercised' && level === 'must';
}
