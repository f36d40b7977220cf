/** A client that asks for heavy responses, several at a time, until it is stopped. */
import { execFile, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
  /** Stops all requests. */
  stop(): Promise<HeavyRequests>;
}

/** How many responses were complete, and how many were not 200. Visitors may be refused. */
export interface HeavyRequests {
  readonly complete: number;
  readonly failed: number;
}

/**
 * Starts a client that discards what it receives, as fast as it comes. It is a process of the lowest priority: a client on another machine
 * would not take the processor from the service, nor from what measures it.
 */
export function startHeavyClient(url: string, key: string, kind: HeavyKind): HeavyClient {
  const child = fork(fileURLToPath(new URL('heavy-client-process.ts', import.meta.url)), [url, key, kind]);
  setPriority(child.pid as number, constants.priority.PRIORITY_LOW);
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        child.once('message', (requests) => resolve(requests as HeavyRequests));
        child.once('exit', (code) => reject(new Error(`the heavy client exited early, with ${code}`)));
        child.send('stop');
      }),
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
