import { parse } from 'yaml';
import { isObject } from '../contract/json.ts';
import { requirements } from '../contract/requirements.ts';

/** A failure that is known and put up with for now. */
export interface ExpectedFailure {
  readonly requirement: string;
  readonly reason: string;
}

/** Reads the list (YAML or JSON): entries with `requirement` and `reason`. Returns what is wrong with it as text. */
export function readExpectedFailures(text: string): readonly ExpectedFailure[] | string {
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : 'it is not YAML';
  }
  if (content === null) return [];
  if (!Array.isArray(content)) return 'it has to be a list of entries with requirement and reason';
  const entries: ExpectedFailure[] = [];
  for (const [at, entry] of content.entries()) {
    const { requirement, reason } = isObject(entry) ? entry : {};
    if (typeof requirement !== 'string' || !requirements.some(({ id }) => id === requirement)) {
      return `entry ${at + 1}: "${String(requirement)}" is no requirement`;
    }
    if (typeof reason !== 'string' || reason.trim() === '')
      return `entry ${at + 1} (${requirement}) gives no reason`;
    entries.push({ requirement, reason });
  }
  return entries;
}
