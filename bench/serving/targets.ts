/** What is asked for: targets, and the answers to them that every peer is given. */

export interface Answer {
  /** Path and query, as they stand in the request line. */
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
};

/** One target each, asked for again and again. */
export const SINGLE = Object.keys(OPERATIONS);

/** A mix of about 230 targets: ranges of a chart, and pages of the feed that follow each other, in several sizes. */
export async function mixedTargets(url: string, headers: Record<string, string>): Promise<readonly string[]> {
  return [...SINGLE, ...ranges(), ...(await pages(url, headers))];
}

/** Asks the service once for each target. */
export async function answersTo(
  url: string,
  targets: readonly string[],
  headers: Record<string, string>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const target of targets) {
    const response = await fetch(url + target, { headers });
    if (!response.ok) throw new Error(`${target} answered ${response.status}: ${await response.text()}`);
    const operation = OPERATIONS[target.split('?', 1)[0] as string] as string;
    const type = response.headers.get('content-type') ?? '';
    answers.push({ target, operation, type, body: await response.text() });
  }
  return answers;
}

/** Days and ranges of days before today. */
function ranges(): readonly string[] {
  const today = Temporal.Now.plainDateISO();
  return Array.from({ length: 100 }, (_, index) => {
    const since = today.subtract({ days: 1 + (index % 50) });
    const until = index < 50 ? since : since.add({ days: 1 });
    return `/api/v1/chart?since=${since}&until=${until}`;
  });
}

async function pages(url: string, headers: Record<string, string>): Promise<readonly string[]> {
  const targets: string[] = [];
  for (const limit of [8, 20, 50]) {
    let next: string | null = `${url}/api/v1/reports?limit=${limit}`;
    for (let page = 0; page < 40 && next !== null; page += 1) {
      const { pathname, search } = new URL(next);
      targets.push(pathname + search);
      const response: Response = await fetch(next, { headers });
      ({ next } = (await response.json()) as { next: string | null });
    }
  }
  return targets;
}

/** A script for wrk that asks for targets with keys in an order without pattern, the same in each run. */
export function mixScript(targets: readonly string[], keys: readonly string[]): string {
  return `local targets = { ${targets.map((target) => JSON.stringify(target)).join(', ')} }
local keys = { ${keys.map((key) => JSON.stringify(`Token ${key}`)).join(', ')} }
local requests = {}
math.randomseed(7)
function init()
  for at = 1, 5000 do
    local fields = { ["Authorization"] = keys[math.random(#keys)] }
    requests[at] = wrk.format("GET", targets[math.random(#targets)], fields)
  end
end
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
`;
}
