import { parse } from 'yaml';
import { isObject, withoutMark } from '../contract/json.ts';
import { allEndpoints } from '../contract/operations.ts';
import type { ExpectedFailure } from '../contract/report-types.ts';
import { requirements } from '../contract/requirements.ts';

/** How the reason of an entry begins that nobody has written yet. */
export const unwritten = 'TODO';

const texts = ['requirement', 'endpoint', 'pointer', 'step', 'reason', 'review_by'] as const;
const members: readonly string[] = [...texts, 'flaky'];

/** Parses the list (YAML or JSON) of expected failures, or returns what is wrong with it. */
export function readExpectedFailures(text: string): readonly ExpectedFailure[] | string {
  let content: unknown;
  try {
    content = parse(withoutMark(text));
  } catch (error) {
    return error instanceof Error ? error.message : 'it is not valid YAML';
  }
  if (content === null) return [];
  if (!Array.isArray(content)) return 'it must be a list of entries with requirement and reason';
  const entries: ExpectedFailure[] = [];
  for (const [at, item] of content.entries()) {
    const entry = entryOf(isObject(item) ? item : {});
    if (typeof entry === 'string') return `entry ${at + 1}: ${entry}`;
    entries.push(entry);
  }
  return entries;
}

function entryOf(item: Readonly<Record<string, unknown>>): ExpectedFailure | string {
  const { requirement, endpoint, pointer, step, reason, review_by: reviewBy, flaky } = item;
  if (typeof requirement !== 'string' || !requirements.some(({ id }) => id === requirement))
    return `no requirement is called "${String(requirement)}"`;
  const unknown = Object.keys(item).find((name) => !members.includes(name));
  if (unknown !== undefined)
    return `${requirement} has the unknown member "${unknown}"; known: ${members.join(', ')}`;
  const notText = texts.find((name) => item[name] !== undefined && typeof item[name] !== 'string');
  if (notText !== undefined) return `${notText} of ${requirement} must be a text`;
  if (typeof reason !== 'string' || reason.trim() === '') return `${requirement} has no reason`;
  const endpoints: readonly string[] = allEndpoints();
  if (typeof endpoint === 'string' && !endpoints.includes(endpoint))
    return `${requirement}: there is no endpoint "${endpoint}"; known: ${endpoints.join(', ')}`;
  if (typeof endpoint !== 'string' && (pointer !== undefined || step !== undefined))
    return `${requirement} has a pointer or step without an endpoint`;
  if (typeof reviewBy === 'string' && !isDate(reviewBy))
    return `review_by of ${requirement} must be a date, YYYY-MM-DD`;
  if (reason.startsWith(unwritten) && reviewBy === undefined)
    return `${requirement} needs a reason, or a review_by until which it may be missing`;
  if (flaky !== undefined && typeof flaky !== 'boolean')
    return `flaky of ${requirement} must be true or false`;
  return {
    requirement,
    reason,
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(typeof pointer === 'string' ? { pointer } : {}),
    ...(typeof step === 'string' ? { step } : {}),
    ...(typeof reviewBy === 'string' ? { reviewBy } : {}),
    ...(flaky === true ? { flaky } : {}),
  };
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}
