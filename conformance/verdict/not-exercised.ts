import { type Requirement, type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Tally } from './tally.ts';

/** Why there was nothing to check: the first reason that a rule gave, else the failure that hides what it checks. */
export function reasonNotExercised(id: RequirementId, tally: Tally, evidence: Evidence): string {
  const [reason] = tally.get(id)?.reasons ?? [];
  if (reason !== undefined) return reason;
  const requirement = requirementOf(id);
  const hiding = [...tally].flatMap(([failed, { failures }]) => {
    const places = failures.map(
      ({ exchange }) => evidence.exchanges.find(({ number }) => number === exchange)?.endpoint,
    );
    const isHere = places.some(
      (endpoint) => endpoint !== undefined && requirement.endpoints.includes(endpoint),
    );
    // Only what a schema says can leave nothing to read
    return isHere && requirementOf(failed).contract === true ? [requirementOf(failed)] : [];
  });
  const [nearest] = hiding.toSorted((a, b) => nearness(requirement, b) - nearness(requirement, a));
  if (nearest !== undefined) return `${nearest.id} fails, so there was nothing to check`;
  return 'the responses had nothing to check';
}

/** How likely the other one hides a requirement: by how much of its place it contains, else by how general it is. */
function nearness({ at }: Requirement, other: Requirement): number {
  return at.startsWith(`${other.at}/`) ? 100 * other.at.length : other.endpoints.length;
}
