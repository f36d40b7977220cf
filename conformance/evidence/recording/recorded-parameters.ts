import { arrayIn, isObject, parseJson } from '../../contract/json.ts';
import { type Endpoint, parametersOf } from '../../contract/operations.ts';
import { unspecifiedPrefix } from '../../requests/exchange.ts';
import { linkParams, overStep } from '../../requests/steps.ts';
import type { HarEntry } from './har-entry.ts';

const recordedStep = 'recorded';

/**
 * The step that a recorded GET stands for: one that asks for more than a maximum, one that the description does not specify,
 * or simply a recorded one. `links` are the links of the recording's pages.
 */
export function stepOf(endpoint: Endpoint, { url, status }: HarEntry, links: ReadonlySet<string>): string {
  const params = Object.fromEntries(url.searchParams);
  const unspecified = (what: string) => `${unspecifiedPrefix}${what}`;
  // A link may have any parameters
  if (isLink(url, links)) return recordedStep;
  if ([...url.searchParams].length > Object.keys(params).length) return unspecified('parameter');
  const known = [...parametersOf(1, endpoint), ...parametersOf(2, endpoint)];
  for (const [name, value] of Object.entries(params)) {
    const parameter = known.find((one) => one.name === name);
    if (parameter === undefined) return unspecified('parameter');
    if (parameter.kind === 'date' && !isDate(value)) return unspecified('date');
    if (parameter.kind === 'integer' && !/^[1-9]\d{0,8}$/.test(value)) return unspecified(name);
    // A cursor whose page was not recorded is from another page if it works
    if (parameter.kind === 'text' && status !== 200) return unspecified(name);
  }
  const { since, until } = params;
  if (since !== undefined && until !== undefined && since > until) return unspecified('range');
  const isOver = known.some(({ name, maximum }) => maximum !== undefined && Number(params[name]) > maximum);
  return isOver ? overStep(endpoint) : recordedStep;
}

/** The links of all pages of the feed, by their parameters. */
export function linksOf(entries: readonly HarEntry[]): ReadonlySet<string> {
  const keys = entries.flatMap(({ body = '', status }) => {
    if (status !== 200 || !body.includes('"next"')) return [];
    const page = parseJson(body);
    if (!isObject(page) || arrayIn(page, 'results').length === 0) return [];
    return [page['next'], page['previous']].flatMap((link) => {
      const params = linkParams(link);
      return params === undefined ? [] : [linkKey(params)];
    });
  });
  return new Set(keys);
}

/** Whether one of the links leads to the URL. */
export function isLink(url: URL, links: ReadonlySet<string>): boolean {
  return links.has(linkKey(Object.fromEntries(url.searchParams)));
}

function linkKey(params: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
