import { isObject, parseJson } from '../contract/json.ts';
import { type Exchange, type HttpResponse, isAllowed } from '../requests/exchange.ts';

/** Header fields that name what is running. */
const naming = /^(server|via|x-powered-by|x-(.+-)?(version|revision|release|commit|build|deployment))$/;
/** How often two versions change turns before it is no coincidence, such as a restart or a gateway's own responses. */
const leastTurns = 4;
/** Longer bodies are not parsed again for a hint. */
const longestBody = 200_000;

/**
 * The sign that two versions respond in turns, as while one replaces the other; undefined if nothing does. Looks at header fields that
 * name what is running, and at the members of responses of the same endpoint.
 */
export function signOfTwoVersions(exchanges: readonly Exchange[]): string | undefined {
  const successes = exchanges
    .filter(isAllowed)
    .flatMap(({ response, ...one }) => (response?.status === 200 ? { ...one, response } : []));
  const names = new Set(successes.flatMap(({ response }) => Object.keys(response.headers)));
  for (const name of names) {
    if (!naming.test(name)) continue;
    const seen = successes.map(({ response }) => response.headers[name] ?? 'nothing');
    if (takeTurns([seen])) return `The header field ${name} is ${[...new Set(seen)].join(' and ')} in turns`;
  }
  const endpoints = [...new Set(successes.map(({ endpoint }) => endpoint))];
  const shapes = endpoints.map((endpoint) =>
    successes.filter((one) => one.endpoint === endpoint).flatMap(({ response }) => shapeOf(response) ?? []),
  );
  const changing = endpoints.filter((_, at) => new Set(shapes[at]).size === 2);
  return changing.length > 1 && takeTurns(shapes)
    ? `The members of ${changing.join(' and ')} change from response to response`
    : undefined;
}

/** Checks whether two values take turns in the lists together. */
function takeTurns(lists: readonly (readonly string[])[]): boolean {
  const turns = (list: readonly string[]) =>
    list.filter((value, at) => at > 0 && value !== list[at - 1]).length;
  return (
    lists.every((list) => new Set(list).size <= 2) &&
    lists.reduce((sum, list) => sum + turns(list), 0) >= leastTurns
  );
}

/** The names of a body's members, which the description fixes for each endpoint. */
function shapeOf({ body }: HttpResponse): string | undefined {
  const value = body.length > longestBody ? undefined : parseJson(body);
  return isObject(value) ? Object.keys(value).toSorted().join() : undefined;
}
