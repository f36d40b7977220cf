/**
 * `node bench/scale/capacity.ts [--keys N,N,…] [--quota N] [--costs FILE]`: how many processes and which database keys at full quota need,
 * from what `npm run bench -- scale --json FILE` measured.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rounded, tableOf } from '../result.ts';
import type { Costs } from './nodes.ts';

/** Requests come during these hours of the day, at the peak so many times as on average. */
const HOURS = 12;
const PEAK = 2;
/** How busy a core may be at the peak. */
const BUSY = 0.6;
/** Connections of a process to the database, for requests and for long reads. */
const CONNECTIONS = 20;

/** The needs of keys that use all of their daily quota, at the peak. */
export interface Need {
  readonly keys: number;
  readonly requestsPerDay: number;
  readonly requestsPerSecond: number;
  /** Processes of the service, each on a core of its own. */
  readonly processes: number;
  readonly databaseCores: number;
  readonly connections: number;
  /** Megabytes a second, and gigabytes a day, of the write-ahead log. */
  readonly walPerSecond: number;
  readonly walPerDay: number;
}

export function needOf(
  keys: number,
  quota: number,
  costs: Pick<Costs, 'service' | 'database' | 'wal'>,
): Need {
  const requestsPerDay = keys * quota;
  const requestsPerSecond = (requestsPerDay / (HOURS * 3600)) * PEAK;
  const cores = (microseconds: number) =>
    Math.max(1, Math.ceil((requestsPerSecond * microseconds) / 1e6 / BUSY));
  const processes = cores(costs.service);
  return {
    keys,
    requestsPerDay,
    requestsPerSecond,
    processes,
    databaseCores: cores(costs.database),
    connections: processes * CONNECTIONS,
    walPerSecond: (requestsPerSecond * costs.wal) / 1e6,
    walPerDay: (requestsPerDay * costs.wal) / 1e9,
  };
}

/** The table of the page on several nodes. */
export function capacityTable(keys: readonly number[], quota: number, costs: Costs): string {
  const head = [
    'Keys',
    'Requests a day',
    'Requests a second, at the peak',
    'Processes',
    'Cores of the database',
    'Connections',
    'Log, MB/s',
    'GB a day',
  ];
  const rows = keys.map((count) => {
    const { walPerSecond, walPerDay, ...need } = needOf(count, quota, costs);
    return [...Object.values(need).map(rounded), walPerSecond.toFixed(1), walPerDay.toFixed(1)];
  });
  return tableOf(head, rows);
}

/** The figures of a run of the benchmark. */
interface Measured {
  readonly reportBytes: number;
  readonly costs: Costs;
}

/** Reads the figures of a run, by default of the last committed one. */
export function measured(file: string | URL = new URL('costs.json', import.meta.url)): Measured {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export const KEYS = [1000, 10_000, 100_000, 1_000_000];
export const QUOTA = 1000;

if (import.meta.main) {
  const { values } = parseArgs({
    options: { keys: { type: 'string' }, quota: { type: 'string' }, costs: { type: 'string' } },
  });
  const keys = values.keys?.split(',').map(Number) ?? KEYS;
  const quota = Number(values.quota ?? QUOTA);
  if (![...keys, quota].every((number) => Number.isSafeInteger(number) && number > 0)) {
    console.error('--keys takes whole numbers, separated by commas, and --quota one');
    process.exit(2);
  }
  console.log(capacityTable(keys, quota, measured(values.costs).costs));
}
