import { parse } from 'yaml';
import { isObject } from '../contract/json.ts';
import { requirements } from '../contract/requirements.ts';

/** A known failure that is accepted for now. */
export interface ExpectedFailure {
  readonly requirement: string;
  readonly reason: string;
}

/** Parses the list (YAML or JSON) of entries with `requirement` and `reason`, or returns what is wrong with it. */
export function readExpectedFailures(text: string): readonly ExpectedFailure[] | string {
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : 'it is not valid YAML';
  }
  if (content === null) return [];
  if (!Array.isArray(content)) return 'it must be a list of entries with requirement and reason';
  const entries: ExpectedFailure[] = [];
  for (const [at, entry] of content.entries()) {
    const { requirement, reason } = isObject(entry) ? entry : {};
    if (typeof requirement !== 'string' || !requirements.some(({ id }) => id === requirement)) {
      return `entry ${at + 1}: no requirement is called "${String(requirement)}"`;
    }
    if (typeof reason !== 'string' || reason.trim() === '')
      return `entry ${at + 1} (${requirement}) has no reason`;
    entries.push({ requirement, reason });
  }
  return entries;
}
