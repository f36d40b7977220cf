import type { Cause, Place, RequirementOutcome } from '../contract/outcomes.ts';

import { presupposedBy, type RequirementId, requirementOf } from '../contract/requirements.ts';
import { textOfPlace } from './place.ts';
import type { Tally } from './tally.ts';

/** A failed requirement with the endpoints and the steps at which it failed. */
interface Failed {
  readonly id: RequirementId;
  readonly endpoints: ReadonlySet<string>;
  readonly steps: ReadonlySet<string>;
}

/**
 * The failures that follow from others, each with its cause. A failure follows from requirements that it presupposes and that
 * are broken at the same endpoints. But if one of these is broken in a part of the responses only, it is the other way round.
 * The cause is the one that itself follows from none.
 */
export function explanations(tally: Tally): ReadonlyMap<RequirementId, RequirementId> {
  const failed = [...tally]
    .filter(([, entry]) => entry.failed > 0)
    .map(([id, { places }]) => failedAt(id, [...places.values()]))
    .toSorted((a, b) => presupposedBy(a.id).size - presupposedBy(b.id).size);
  const reasons = new Map(failed.map(({ id }) => [id, new Set<RequirementId>()]));
  for (const one of failed) {
    const presupposed = failed.filter(({ id }) => presupposedBy(one.id).has(id));
    for (const part of presupposed.filter((other) => isPart(other, one))) reasons.get(part.id)?.add(one.id);
    const others = presupposed.filter((other) => isNear(other, one) && !isPart(other, one));
    const covered = new Set(others.flatMap(({ endpoints }) => [...endpoints]));
    if (one.endpoints.isSubsetOf(covered)) for (const { id } of others) reasons.get(one.id)?.add(id);
  }
  const explained = new Map<RequirementId, RequirementId>();
  for (const { id } of failed) {
    const cause = causeOf(id, reasons);
    if (cause !== id) explained.set(id, cause);
  }
  // Among failures that explain each other, the last one reached is the cause
  for (const cause of new Set(explained.values())) explained.delete(cause);
  return explained;
}

function failedAt(id: RequirementId, places: readonly Place[]): Failed {
  const { endpoints } = requirementOf(id);
  return {
    id,
    endpoints: new Set(places.flatMap(({ endpoint }) => endpoint ?? endpoints)),
    steps: new Set(withoutPointers(places).map(textOfPlace)),
  };
}

function withoutPointers(places: readonly Place[]): readonly Place[] {
  return places.map(({ pointer: _, ...place }) => place);
}

function isNear(a: Failed, b: Failed): boolean {
  return !a.endpoints.isDisjointFrom(b.endpoints);
}

/** Checks whether a failure is seen in a part of another's responses only: at most half of them, or a third of the endpoints. */
function isPart({ steps, endpoints }: Failed, whole: Failed): boolean {
  const isHalf = whole.endpoints.isSubsetOf(endpoints) && 2 * steps.size <= whole.steps.size;
  return steps.isSubsetOf(whole.steps) && (isHalf || 3 * endpoints.size <= whole.endpoints.size);
}

/** The first failure without a reason that is reached by following reasons; in a circle, the last one reached. */
function causeOf(
  id: RequirementId,
  reasons: ReadonlyMap<RequirementId, ReadonlySet<RequirementId>>,
): RequirementId {
  const seen = new Set([id]);
  let last = id;
  // A set visits what is added while it is visited
  for (const one of seen) {
    last = one;
    const next = [...(reasons.get(one) ?? [])];
    if (next.length === 0) return one;
    for (const reason of next) seen.add(reason);
  }
  return last;
}

/**
 * The failures that no other one explains, each with the failures that follow from it: first those that explain most, then
 * those that presuppose least.
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
        b.consequences.length - a.consequences.length || sizeBelow(a.requirement) - sizeBelow(b.requirement),
    );
}

/** How many requirements one presupposes. */
function sizeBelow(id: string): number {
  return presupposedBy(requirementOf(id).id).size;
}
