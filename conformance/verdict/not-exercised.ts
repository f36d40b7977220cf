import type { Endpoint } from '../contract/operations.ts';
import { type Requirement, type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Absence } from '../facts/absence.ts';
import { isAllowed } from '../requests/exchange.ts';
import type { Tally } from './tally.ts';

/** A requirement of more endpoints than this is one of each of them, not a comparison. */
const mostCompared = 3;

/**
 * Why there was nothing to check: the endpoint never responded, else the first reason that a rule gave, else what the run has nothing of,
 * else the failure that hides what it checks.
 */
export function reasonNotExercised(
  id: RequirementId,
  tally: Tally,
  evidence: Evidence,
  absence: Absence,
): string {
  const requirement = requirementOf(id);
  const { endpoints } = requirement;
  const silences = endpoints.map((endpoint) => silenceOf(evidence, endpoint));
  const silence = silences.find((one) => one !== undefined);
  const isWhole = endpoints.length <= mostCompared || silences.every((one) => one !== undefined);
  if (silence !== undefined && isWhole) return silence;
  const ofHighlights = endpoints.every((endpoint) => endpoint === 'highlights');
  const reason = tally.get(id)?.reasons[0] ?? (ofHighlights ? absence.highlights : absence.reports);
  if (reason !== undefined) return reason;
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

/** Names the statuses of an endpoint that never responds to allowed requests with 200; undefined if it was not asked. */
function silenceOf({ exchanges }: Evidence, endpoint: Endpoint): string | undefined {
  const statuses = exchanges.flatMap((exchange) =>
    exchange.endpoint === endpoint && isAllowed(exchange) ? (exchange.response?.status ?? []) : [],
  );
  if (statuses.length === 0 || statuses.includes(200)) return undefined;
  return `${endpoint} never responded with 200, but with ${[...new Set(statuses)].sort().join(', ')}`;
}

/** How likely the other one hides a requirement: by how much of its place it contains, else by how general it is. */
function nearness({ at }: Requirement, other: Requirement): number {
  return at.startsWith(`${other.at}/`) ? 100 * other.at.length : other.endpoints.length;
}
