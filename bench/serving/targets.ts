/** The targets of requests, and the responses that every peer sends to them. */

/** A response as the service sent it. */
export interface Response {
  /** Path and query, as in the request line. */
  readonly target: string;
  readonly operation: string;
  readonly type: string;
  readonly body: string;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  '/api/v1/status': 'getStatus',
  '/api/v1/chart': 'getChart',
  '/api/v1/patterns': 'getPatterns',
  '/api/v1/reports': 'listReports',
  '/api/v1/highlights': 'getHighlights',
};

/** One target of each JSON operation. */
export const SINGLE = Object.keys(OPERATIONS);

/** Returns about 220 targets: chart ranges, and pages of the feed in several sizes. */
export async function mixedTargets(url: string, headers: Record<string, string>): Promise<readonly string[]> {
  const pairs = Array.from({ length: 100 }, (_, index) => range(1 + (index % 50), index < 50 ? 0 : 1));
  const charts = pairs.map((pair) => `/api/v1/chart?${pair}`);
  return [...SINGLE, ...charts, ...(await pages(url, headers))];
}

/** Requests each target once from the service. */
export async function responsesTo(
  url: string,
  targets: readonly string[],
  headers: Record<string, string>,
): Promise<readonly Response[]> {
  const responses: Response[] = [];
  for (const target of targets) {
    const response = await fetch(url + target, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    const operation = OPERATIONS[target.split('?', 1)[0] as string] as string;
    const type = response.headers.get('content-type') ?? '';
    responses.push({ target, operation, type, body: await response.text() });
  }
  return responses;
}

/** The query of a range that begins `back` days ago and ends `days` later. */
function range(back: number, days: number): string {
  const since = Temporal.Now.plainDateISO().subtract({ days: back });
  return `since=${since}&until=${since.add({ days })}`;
}

async function pages(url: string, headers: Record<string, string>): Promise<readonly string[]> {
  const targets: string[] = [];
  for (const limit of [8, 20, 50]) {
    let next: string | null = `${url}/api/v1/reports?limit=${limit}`;
    for (let page = 0; page < 40 && next !== null; page += 1) {
      const { pathname, search } = new URL(next);
      targets.push(pathname + search);
      const response = await fetch(next, { headers });
      ({ next } = (await response.json()) as { next: string | null });
    }
  }
  return targets;
}

/** Returns a wrk script that requests targets with keys in random order, the same in each run. */
export function mixScript(targets: readonly string[], keys: readonly string[]): string {
  return `local targets = { ${targets.map((target) => JSON.stringify(target)).join(', ')} }
local keys = { ${keys.map((key) => JSON.stringify(`Token ${key}`)).join(', ')} }
local requests = {}
math.randomseed(7)
function init()
  for index = 1, 5000 do
    local headers = { ["Authorization"] = keys[math.random(#keys)] }
    requests[index] = wrk.format("GET", targets[math.random(#targets)], headers)
  end
end
local index = 0
function request()
  index = index % #requests + 1
  return requests[index]
end
`;
}
