import type { Cause, RequirementOutcome } from '../contract/outcomes.ts';

/** The failures that no other one explains, the likeliest first, each with the failures that follow from it. */
export function causesOf(outcomes: readonly RequirementOutcome[]): readonly Cause[] {
  const failed = outcomes.filter(({ outcome }) => outcome === 'fail');
  return failed
    .filter(({ followsFrom }) => followsFrom === undefined)
    .map(({ requirement }) => ({
      requirement,
      consequences: failed
        .filter(({ followsFrom }) => followsFrom === requirement)
        .map((consequence) => consequence.requirement),
    }));
}
