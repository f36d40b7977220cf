/** A long time under half load, on both engines: memory, descriptors, files and the event loop must stay as they are. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../load.ts';
import { median } from '../result.ts';
import { watchDiskFlushes } from './disk-flushes.ts';
import type { Fault, FaultResult } from './fault.ts';
import { startMeasured } from './measured-service.ts';
import { withPostgres } from './postgres-database.ts';
import { createDatabase } from './sqlite-database.ts';

/** What half of the load is: half of the requests per second that one client after the other gets. */
const SHARE = 0.5;
/** The most requests at once. */
const CLIENTS = 8;
const PATHS = [
  'status',
  'status',
  'status',
  'chart',
  'reports',
  'patterns',
  'highlights?days=30',
  'export.csv?since=2100-01-01',
];
/** How much more the last third may need than the second, which has seen everything once: a share, and an amount. */
const GROWTH = { rss: [1.05, 16], descriptors: [1, CLIENTS], wal: [1, 8], delay: [1.5, 10] } as const;
const SECONDS_OF_WARM_UP = 10;

const MUST =
  'under half load no errors; RSS, descriptors and WAL in the last third of the run do not exceed the second third ' +
  '(medians, RSS + 5 % + 16 MB, + 8 descriptors, WAL + 8 MB), event loop as fast as before';

export const SOAKS: readonly Fault[] = [
  {
    name: 'soak-sqlite',
    must: MUST,
    async run(scratch, { minutes }) {
      const { file, key } = await createDatabase(scratch, { reports: 20_000, quota: 999_999_999 });
      const wal = () => [`${file}-wal`, `${file}-quota-wal`].reduce((sum, path) => sum + sizeOf(path), 0);
      return soak(`sqlite:${file}`, key, minutes, wal);
    },
  },
  {
    name: 'soak-postgres',
    must: MUST.replace(' and WAL', '').replace(', WAL + 8 MB', ''),
    run: (_, { minutes }) => withPostgres(999_999_999, (url, key) => soak(url, key, minutes, () => 0)),
  },
];

/** One second: megabytes, numbers and milliseconds. */
interface Sample {
  readonly rss: number;
  readonly descriptors: number;
  readonly wal: number;
  /** The longest delay of the event loop. */
  readonly delay: number;
}

async function soak(database: string, key: string, minutes: number, wal: () => number): Promise<FaultResult> {
  const headers = { Authorization: `Token ${key}` };
  const service = await startMeasured(database);
  const flushes = await watchDiskFlushes();
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let at = 0;
  const errors = new Map<string, number>();
  let phase = 'warm-up';
  let requests = 0;
  const send = async () => {
    const path = PATHS[at++ % PATHS.length] as string;
    requests += 1;
    const status = await sendRequest(`${service.url}/api/v1/${path}`, headers, agent);
    if (status === 200) return;
    const kind = `${status ?? 'no response'} in the ${phase}`;
    errors.set(kind, (errors.get(kind) ?? 0) + 1);
  };
  try {
    const full = await fullRate(send);
    const interval = 1000 / (full * SHARE);
    const samples: Sample[] = [];
    const end = performance.now() + minutes * 60_000;
    requests = 0;
    phase = 'soak';
    let due = performance.now();
    let nextSample = due + 1000;
    const sending = new Set<Promise<void>>();
    while (performance.now() < end) {
      for (; due <= performance.now() && sending.size < CLIENTS; due += interval) {
        const one: Promise<void> = send().finally(() => sending.delete(one));
        sending.add(one);
      }
      // A machine that is busy otherwise makes the load less, instead of piling it up.
      due = Math.max(due, performance.now() - 10);
      if (performance.now() >= nextSample) {
        nextSample += 1000;
        const { pid } = service;
        samples.push({
          rss: rssOf(pid),
          descriptors: descriptorsOf(pid),
          wal: wal() / 2 ** 20,
          delay: service.delay(),
        });
      }
      await sleep(1);
    }
    await Promise.all(sending);
    return resultOf(samples, {
      requests,
      errors,
      rate: full * SHARE,
      slowestFlush: flushes.slowest(),
      logged: service.logged(),
    });
  } finally {
    agent.destroy();
    await flushes.stop();
    await service.stop();
  }
}

/** Requests per second of clients without a pause, after a warm-up. */
async function fullRate(send: () => Promise<void>): Promise<number> {
  const run = async (seconds: number) => {
    let count = 0;
    const until = performance.now() + seconds * 1000;
    const client = async () => {
      for (; performance.now() < until; count += 1) await send();
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return count / seconds;
  };
  await run(SECONDS_OF_WARM_UP);
  return run(3);
}

function resultOf(
  samples: readonly Sample[],
  {
    requests,
    errors,
    rate,
    slowestFlush,
    logged,
  }: {
    readonly requests: number;
    /** How many requests failed, by status and phase. */
    readonly errors: ReadonlyMap<string, number>;
    readonly rate: number;
    /** Of a single block, in milliseconds. */
    readonly slowestFlush: number;
    readonly logged: ReadonlyMap<string, number>;
  },
): FaultResult {
  const third = Math.floor(samples.length / 3);
  const compared = (Object.keys(GROWTH) as (keyof Sample)[]).map((name) => {
    const of = (from: number) => median(samples.slice(from, from + third).map((sample) => sample[name]));
    const [share, amount] = GROWTH[name];
    const [before, after] = [of(third), of(samples.length - third)];
    return { name, before, after, isFlat: after <= before * share + amount };
  });
  const changes = compared.map(
    ({ name, before, after }) => `${name} ${before.toFixed(0)} → ${after.toFixed(0)}`,
  );
  const kinds = counted(errors) || '0';
  const log = counted(logged);
  return {
    passed: third > 0 && errors.size === 0 && compared.every(({ isFlat }) => isFlat),
    figures:
      `${(samples.length / 60).toFixed(1)} min, at most ${Math.round(rate)} requests/s, ${requests} requests, errors: ${kinds}; ` +
      `${changes.join(', ')} (MB, number, MB, ms); slowest flush of the disk ${slowestFlush.toFixed(0)} ms${log === '' ? '' : `; logged: ${log}`}`,
  };
}

const counted = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ');

function rssOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
