import type { Form } from './contract.ts';
import { allEndpoints, type Endpoint, endpointsOf, isCsv } from './operations.ts';
import type { RequirementText } from './report-types.ts';
import { authRequirements } from './requirements/auth.ts';
import { chartRequirements } from './requirements/chart.ts';
import { exportRequirements } from './requirements/export.ts';
import { formRequirements } from './requirements/form.ts';
import { highlightsRequirements } from './requirements/highlights.ts';
import { hoursRequirements } from './requirements/hours.ts';
import { httpRequirements } from './requirements/http.ts';
import { patternsRequirements } from './requirements/patterns.ts';
import { privacyRequirements } from './requirements/privacy.ts';
import type { RequirementRecord } from './requirements/record.ts';
import { reportsRequirements } from './requirements/reports.ts';
import { statusRequirements } from './requirements/status.ts';
import { timeRequirements } from './requirements/time.ts';

const records = [
  ...httpRequirements,
  ...authRequirements,
  ...formRequirements,
  ...timeRequirements,
  ...statusRequirements,
  ...hoursRequirements,
  ...chartRequirements,
  ...patternsRequirements,
  ...reportsRequirements,
  ...exportRequirements,
  ...highlightsRequirements,
  ...privacyRequirements,
] as const;

/** The id of a requirement. */
export type RequirementId = (typeof records)[number]['id'];

/** A promise of the API description as reports show it; requirements/record.ts explains the members. */
export interface Requirement extends RequirementText {
  readonly id: RequirementId;
}

/** All requirements as they are written down, family by family. */
export const requirementRecords: readonly (RequirementRecord & { readonly id: RequirementId })[] = records;

/** All requirements as reports show them, in the same order. */
export const requirements: readonly Requirement[] = requirementRecords.map(({ reading: _, ...record }) => ({
  ...record,
  made: record.made[0],
  endpoints: concerned(record.endpoints),
}));

const byId = new Map<string, Requirement>(requirements.map((requirement) => [requirement.id, requirement]));

/** The requirement of that id. Throws for an unknown one, which is a mistake in a rule. */
export function requirementOf(id: string): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new Error(`"${id}" is not a requirement`);
  return requirement;
}

/** The requirements for a deployment of `form` at `level`. */
export function requirementsFor(form: Form, level: 'contract' | 'full'): readonly Requirement[] {
  return requirements.filter(
    (requirement) =>
      (requirement.form === undefined || requirement.form === form) &&
      (level === 'full' || requirement.contract === true),
  );
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
