import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Form, Requirement } from './types.ts';

/** All requirements, in the order of requirements.yaml. */
export const requirements: readonly Requirement[] = parse(
  readFileSync(new URL('./requirements.yaml', import.meta.url), 'utf8'),
);

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

/** The requirement of that id. Throws for an unknown one, which is a mistake in a rule. */
export function requirementOf(id: string): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new Error(`requirements.yaml has no "${id}"`);
  return requirement;
}

/** Those that a deployment of `form` is held to at `level`. */
export function requirementsFor(form: Form, level: 'contract' | 'full'): readonly Requirement[] {
  return requirements.filter(
    (requirement) =>
      (requirement.form === undefined || requirement.form === form) &&
      (level === 'full' || requirement.contract === true),
  );
}
