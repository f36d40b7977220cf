/** PostgreSQL stops, crashes, waits for locks, sleeps, or is behind a network that cuts and stalls, while clients request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UnreliableProxy } from '../../../tools/postgres-server/unreliable-proxy.ts';
import { type Seen, watch } from '../clients.ts';
import type { Fault, FaultResult } from '../fault.ts';
import { type Database, withDatabase } from './database.ts';

const PATHS = {
  all: [
    '/api/v1/status',
    '/api/v1/chart',
    '/api/v1/patterns?since=2020-01-01&until=2020-12-31',
    '/api/v1/reports?limit=50',
    '/api/v1/export.csv',
  ],
  constant: [
    '/api/v1/patterns?since=2020-01-01&until=2020-12-31',
    '/api/v1/reports?limit=50',
    '/api/v1/export.csv',
  ],
  mayFail: ['/api/v1/export.csv'],
};

/** The most milliseconds that a response may take, and the most seconds until all are 200 again. */
const SLOWEST = 2000;
const RECOVERY = 2;

const MUST = '503 with Retry-After within 2 s, no wrong response, recovery within 2 s';

type Cause = (database: Database, proxy: UnreliableProxy) => Promise<void>;

const CAUSES: Readonly<Record<string, Cause>> = {
  'postgres-stopped': ({ server }) => restart(server, 'fast'),
  'postgres-crashed': ({ server }) => restart(server, 'immediate'),
  'postgres-counters-locked': (database) => lock(database, 'request_count'),
  'postgres-reports-locked': (database) => lock(database, 'report'),
  'postgres-asleep': async (database) => {
    const operator = await database.operator();
    await operator.run(`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(7); RETURN new; END';
      CREATE TRIGGER slow BEFORE UPDATE ON request_count FOR EACH ROW EXECUTE FUNCTION dawdle()`);
    await sleep(7000);
    await operator.run('DROP TRIGGER slow ON request_count');
    await operator.end();
  },
  'postgres-connections-ended': async (database) => {
    const operator = await database.operator();
    for (let n = 0; n < 15; n += 1) {
      await operator.run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'headcount'`,
      );
      await sleep(200);
    }
    await operator.end();
  },
  'postgres-network-cut': async (_, proxy) => {
    for (let n = 0; n < 15; n += 1) {
      proxy.cut();
      await sleep(200);
    }
  },
  'postgres-network-stalled': async (_, proxy) => {
    proxy.stall();
    await sleep(5000);
    proxy.resume({ forgotten: true });
  },
};

export const POSTGRES_OUTAGES: readonly Fault[] = Object.entries(CAUSES).map(([name, cause]) => ({
  name,
  must: MUST,
  run: () => incident(cause),
}));

async function incident(cause: Cause): Promise<FaultResult> {
  return withDatabase(async (database) => {
    const proxy = await UnreliableProxy.start(database.url);
    try {
      const service = await database.serve(proxy.url);
      const { id, headers } = await database.issueKey(999_999_999);
      const seen = await watch(service.url, headers, PATHS, () => cause(database, proxy));
      const live = await fetch(`${service.url}/livez`);
      await database.store.ping().catch(() => sleep(1000));
      const uncounted = Math.max(0, seen.ok - (await database.store.usedQuota(id, today())));
      return resultOf(seen, uncounted, live.status);
    } finally {
      await proxy.close();
    }
  });
}

function resultOf(seen: Seen, uncounted: number, live: number): FaultResult {
  return {
    passed:
      seen.wrong === 0 &&
      seen.slowest <= SLOWEST &&
      seen.recovery <= RECOVERY &&
      seen.unavailable > 0 &&
      uncounted === 0 &&
      live === 200,
    figures:
      `${seen.ok} × 200, ${seen.unavailable} × 503, ${seen.wrong} wrong, slowest ${Math.round(seen.slowest)} ms, ` +
      `all 200 after ${seen.recovery.toFixed(2)} s`,
  };
}

async function restart(server: Database['server'], mode: 'fast' | 'immediate'): Promise<void> {
  await server.stop(mode);
  await sleep(2000);
  await server.start();
}

async function lock(database: Database, table: string): Promise<void> {
  const operator = await database.operator();
  await operator.run(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  await sleep(7000);
  await operator.end();
}

/** Services without `--time-zone` count by the machine's days. */
function today(): string {
  return Temporal.Now.plainDateISO().toString();
}
