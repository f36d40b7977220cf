/** A long time under half load, on both engines: memory, descriptors and files must stay as they are. */
import { readdirSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../src/accounts/issue-key.ts';
import { openStore, parseDatabaseAddress } from '../../src/service/store/open-store.ts';
import { PostgresServer } from '../../tools/postgres-server/postgres-server.ts';
import { sendRequest } from '../load.ts';
import { median } from '../result.ts';
import { PROJECT, programIn, startScript } from '../serving/servers.ts';
import type { Fault, FaultResult } from './fault.ts';
import { createDatabase, runProgram } from './sqlite-database.ts';

/** What half of the load is: half of the requests per second that one client after the other gets. */
const SHARE = 0.5;
/** The most requests at once. */
const CLIENTS = 8;
const QUOTA = 999_999_999;
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
const GROWTH = { rss: [1.05, 16], descriptors: [1, CLIENTS], wal: [1, 8] } as const;
const SECONDS_OF_WARM_UP = 10;

const MUST =
  'under half load no errors; RSS, descriptors and WAL in the last third of the run do not exceed the second third ' +
  '(medians, RSS + 5 % + 16 MB, + 8 descriptors, WAL + 8 MB)';

export const SOAKS: readonly Fault[] = [
  {
    name: 'soak-sqlite',
    must: MUST,
    async run(scratch, { minutes }) {
      const { file, key } = await createDatabase(scratch, { reports: 20_000, quota: QUOTA });
      const wal = () => sizeOf(`${file}-wal`) + sizeOf(`${file}-quota-wal`);
      return soak(`sqlite:${file}`, key, minutes, wal);
    },
  },
  {
    name: 'soak-postgres',
    must: MUST.replace(' and WAL', '').replace(', WAL + 8 MB', ''),
    async run(_, { minutes }) {
      const server = await PostgresServer.create();
      await server.start();
      const url = `${server.url}?schema=headcount`;
      try {
        await runProgram(['simulate', '--weeks', '3', '--database', url]);
        const store = await openStore(parseDatabaseAddress(url), { create: false });
        const { secret } = await issueKey(store, { email: 'bench@university.example', quota: QUOTA, now: 0 });
        await store.close();
        return await soak(url, secret, minutes, () => 0);
      } finally {
        await server.remove();
      }
    },
  },
];

/** One second: megabytes and numbers. */
type Sample = Readonly<Record<keyof typeof GROWTH, number>>;

async function soak(database: string, key: string, minutes: number, wal: () => number): Promise<FaultResult> {
  const headers = { Authorization: `Token ${key}` };
  const settings = ['serve', '--port', '0', '--database', database, '--log-level', 'silent'];
  const { url, pid, memory, stop } = await startScript(programIn(PROJECT), ...settings);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const errors = new Map<string, number>();
  let requests = 0;
  const send = async () => {
    requests += 1;
    const path = PATHS[requests % PATHS.length];
    const status = await sendRequest(`${url}/api/v1/${path}`, headers, agent);
    const kind = String(status ?? 'no response');
    if (status !== 200) errors.set(kind, (errors.get(kind) ?? 0) + 1);
  };
  try {
    const rate = SHARE * (await fullRate(send));
    requests = 0;
    const samples: Sample[] = [];
    const sampling = setInterval(() => {
      const descriptors = readdirSync(`/proc/${pid}/fd`).length;
      samples.push({ rss: memory(), descriptors, wal: wal() / 2 ** 20 });
    }, 1000);
    const sending = new Set<Promise<void>>();
    const end = performance.now() + minutes * 60_000;
    for (let due = performance.now(); performance.now() < end; await sleep(1)) {
      for (; due <= performance.now() && sending.size < CLIENTS; due += 1000 / rate) {
        const one: Promise<void> = send().finally(() => sending.delete(one));
        sending.add(one);
      }
      // A machine that is busy otherwise makes the load less, instead of piling it up.
      due = Math.max(due, performance.now() - 10);
    }
    clearInterval(sampling);
    await Promise.all(sending);
    return resultOf(samples, errors, `at most ${Math.round(rate)} requests/s, ${requests} requests`);
  } finally {
    agent.destroy();
    await stop();
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
  errors: ReadonlyMap<string, number>,
  load: string,
): FaultResult {
  const third = Math.floor(samples.length / 3);
  const compared = (Object.keys(GROWTH) as (keyof Sample)[]).map((name) => {
    const of = (from: number) => median(samples.slice(from, from + third).map((sample) => sample[name]));
    const [share, amount] = GROWTH[name];
    const [before, after] = [of(third), of(samples.length - third)];
    return {
      text: `${name} ${before.toFixed(0)} → ${after.toFixed(0)}`,
      isFlat: after <= before * share + amount,
    };
  });
  const kinds = [...errors].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  return {
    passed: third > 0 && errors.size === 0 && compared.every(({ isFlat }) => isFlat),
    figures: `${(samples.length / 60).toFixed(1)} min, ${load}, errors: ${kinds || '0'}; ${compared.map(({ text }) => text).join(', ')} (MB, number, MB)`,
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
