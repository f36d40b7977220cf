/** A client that asks for heavy responses, several at a time, until it is stopped. */
import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { promisify } from 'node:util';
import { sendRequest } from '../load.ts';

/** How many requests of a client are open at once. */
const CONCURRENCY = 4;

const YEAR = 365;

/** The targets of each kind, without an end; no two of the charts and patterns are alike, so that none is cached. */
const EACH = {
  "year's charts": () => ranges('chart', YEAR),
  'exports of all time': () => forever('export.csv'),
  'highlights of 60 days': () => forever('highlights?days=60'),
  'cold patterns': () => ranges('patterns', 7 * YEAR),
} as const;

/** What visitors of a public page choose, each time from another network. */
export const VISITS = {
  "visitors' charts of a day": () => ranges('chart', 1),
  "visitors' charts of a week": () => ranges('chart', 7),
} as const;

export const HEAVY = { ...EACH, 'all of these': all, ...VISITS } as const;

export type HeavyKind = keyof typeof HEAVY;

export interface HeavyClient {
  /** Stops all requests; returns how many responses were complete, and how many were not 200. Visitors may be refused. */
  stop(): Promise<{ readonly complete: number; readonly failed: number }>;
}

/** Discards what it receives, as fast as it comes. */
export function startHeavyClient(url: string, key: string, kind: HeavyKind): HeavyClient {
  const targets = HEAVY[kind]();
  const stopping = new AbortController();
  let complete = 0;
  let failed = 0;
  const isVisit = kind in VISITS;
  let count = 0;
  const headersOf = () => {
    count += 1;
    return isVisit
      ? { 'X-Forwarded-For': `2001:db8:${(count >> 16).toString(16)}:${(count & 65_535).toString(16)}::1` }
      : { Authorization: `Token ${key}` };
  };
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const target = `${url}${isVisit ? '/page' : ''}/api/v1/${targets.next().value}`;
      const status = await sendRequest(target, headersOf(), agent, stopping.signal);
      if (status === 200) complete += 1;
      else if (isVisit && status === 429) continue;
      else if (!stopping.signal.aborted) failed += 1;
    }
  };
  const workers = Array.from({ length: CONCURRENCY }, work);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(workers);
      agent.destroy();
      return { complete, failed };
    },
  };
}

/** What one request takes, with nothing else going on. */
export async function timeOf(
  url: string,
  key: string,
  target: string,
): Promise<{ readonly firstByte: number; readonly total: number; readonly megabytes: number }> {
  const options = ['--silent', '--output', '/dev/null', '--header', `Authorization: Token ${key}`];
  const format = ['--write-out', '%{time_starttransfer} %{time_total} %{size_download}'];
  const { stdout } = await promisify(execFile)('curl', [...options, ...format, `${url}/api/v1/${target}`]);
  const [firstByte = 0, total = 0, bytes = 0] = stdout.split(' ').map(Number);
  return { firstByte: firstByte * 1000, total: total * 1000, megabytes: bytes / 1e6 };
}

function* forever(target: string): Generator<string, never> {
  for (;;) yield target;
}

function* ranges(path: string, days: number): Generator<string, never> {
  for (let n = 0; ; n += 1) {
    const until = Temporal.PlainDate.from('2026-11-18').subtract({ days: n % 900 });
    yield `${path}?since=${until.subtract({ days: days - 1 + Math.floor(n / 900) })}&until=${until}`;
  }
}

function* all(): Generator<string, never> {
  const kinds = Object.values(EACH).map((targets) => targets());
  for (;;) for (const kind of kinds) yield kind.next().value;
}
