/** The targets of requests, and the responses that every peer sends to them. */

/** A response as the service sent it. */
export interface Response {
  /** Path and query, as in the request line. */
  readonly target: string;
  readonly operation: string;
  readonly type: string;
  /** Names and values of its header fields, without what Node.js adds. */
  readonly fields: readonly string[];
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

/** Targets whose responses change with every new report and every minute. */
export const CURRENT = ['/api/v1/status', '/api/v1/chart'];

/** Returns about 220 targets: chart ranges, and pages of the feed in several sizes. */
export async function mixedTargets(url: string, headers: Record<string, string>): Promise<readonly string[]> {
  const pairs = Array.from({ length: 100 }, (_, index) => range(1 + (index % 50), index < 50 ? 0 : 1));
  const charts = pairs.map((pair) => `/api/v1/chart?${pair}`);
  return [...SINGLE, ...charts, ...(await pages(url, headers))];
}

/** Returns about 650 different targets: ranges of up to six past days for charts and patterns, and sizes of pages. */
export function distinctTargets(): readonly string[] {
  const targets = Array.from({ length: 50 }, (_, index) => `/api/v1/reports?limit=${10 + index}`);
  for (let start = 7; start < 57; start += 1) {
    for (let days = 0; days < 6; days += 1) {
      for (const operation of ['chart', 'patterns'])
        targets.push(`/api/v1/${operation}?${range(start, days)}`);
    }
  }
  return targets;
}

const FROM_NODE: readonly string[] = ['connection', 'date', 'keep-alive'];

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
    const fields = [...response.headers].filter(([name]) => !FROM_NODE.includes(name)).flat();
    responses.push({ target, operation, type, fields, body: await response.text() });
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
