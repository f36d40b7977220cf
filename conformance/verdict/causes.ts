import type { Cause, RequirementOutcome } from '../contract/outcomes.ts';
import { presupposedBy } from '../contract/presuppositions.ts';
import { type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { Tally } from './tally.ts';

/**
 * The failures that follow from others, each with its cause. A failure follows from those requirements that it presupposes and
 * that are broken at the same endpoints. The cause is the one that itself follows from none.
 */
export function explanations(tally: Tally): ReadonlyMap<RequirementId, RequirementId> {
  const failed = new Map(
    [...tally].flatMap(([id, { failed: count, places }]) => {
      const endpoints = [...places.values()].flatMap(
        ({ endpoint }) => endpoint ?? requirementOf(id).endpoints,
      );
      return count > 0 ? [[id, new Set(endpoints)] as const] : [];
    }),
  );
  const explained = new Map<RequirementId, RequirementId>();
  const byDepth = [...failed].sort(([a], [b]) => presupposedBy(a).size - presupposedBy(b).size);
  for (const [id, endpoints] of byDepth) {
    const reasons = byDepth.filter(([other]) => presupposedBy(id).has(other));
    const covered = new Set(reasons.flatMap(([, others]) => [...others]));
    if (reasons.length === 0 || ![...endpoints].every((endpoint) => covered.has(endpoint))) continue;
    const [reason] =
      reasons.find(([, others]) => [...endpoints].some((one) => others.has(one))) ?? reasons[0] ?? [];
    if (reason !== undefined) explained.set(id, explained.get(reason) ?? reason);
  }
  return explained;
}

/**
 * The failures that no other one explains, each with the failures that follow from it: first those that presuppose least, then
 * those that explain most.
 */
export function causesOf(outcomes: readonly RequirementOutcome[]): readonly Cause[] {
  const failed = outcomes.filter(({ outcome }) => outcome === 'fail');
  return failed
    .filter(({ followsFrom }) => followsFrom === undefined)
    .map(({ requirement }) => ({
      requirement,
      consequences: failed
        .filter(({ followsFrom }) => followsFrom === requirement)
        .map((consequence) => consequence.requirement),
    }))
    .toSorted(
      (a, b) =>
        b.consequences.length - a.consequences.length ||
        presupposedBy(a.requirement).size - presupposedBy(b.requirement).size,
    );
}
