import type { Form } from './contract.ts';
import { allEndpoints, type Endpoint, endpointsOf, isCsv } from './operations.ts';
import type { RequirementText } from './report-types.ts';
import type { RequirementRecord } from './requirement-record.ts';
import { type RequirementId, requirementRecords } from './requirements.generated.ts';

export { type RequirementId, requirementRecords };

/** A promise of the API description as reports show it; requirement-record.ts explains the members. */
export interface Requirement extends RequirementText {
  readonly id: RequirementId;
}

/** All requirements as reports show them, in the order of the records. */
export const requirements: readonly Requirement[] = requirementRecords.map(
  ({ reading: _, presupposes: __, ...record }) => ({
    ...record,
    made: record.made[0],
    endpoints: concerned(record.endpoints),
  }),
);

const closures = new Map(requirementRecords.map(({ id }) => [id, closureOf(id)]));

const byId = new Map<string, Requirement>(requirements.map((requirement) => [requirement.id, requirement]));

/** The requirement of that id. Throws for an unknown one, which is a mistake in a rule. */
export function requirementOf(id: string): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new Error(`"${id}" is not a requirement`);
  return requirement;
}

/** Everything that a requirement presupposes, directly or not. */
export function presupposedBy(id: RequirementId): ReadonlySet<RequirementId> {
  return closures.get(id) ?? new Set();
}

/** The requirements for a deployment of `form` at `level`. */
export function requirementsFor(form: Form, level: 'contract' | 'full'): readonly Requirement[] {
  return requirements.filter(
    (requirement) =>
      (requirement.form === undefined || requirement.form === form) &&
      (level === 'full' || requirement.contract === true),
  );
}

function closureOf(id: RequirementId, found = new Set<RequirementId>()): ReadonlySet<RequirementId> {
  const { presupposes = [] } = requirementRecords.find((record) => record.id === id) ?? {};
  for (const direct of presupposes) if (!found.has(direct)) closureOf(direct, found.add(direct));
  return found;
}

function concerned(endpoints: RequirementRecord['endpoints']): readonly Endpoint[] {
  switch (endpoints) {
    case 'all':
      return allEndpoints();
    case 'json':
      return allEndpoints().filter((endpoint) => !isCsv(endpoint));
    case 'shared':
      return endpointsOf(1).filter((endpoint) => endpointsOf(2).includes(endpoint));
    default:
      return endpoints;
  }
}
