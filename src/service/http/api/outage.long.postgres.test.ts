/** A service whose PostgreSQL server is stopped and started: it takes a server of its own, and seconds to stop it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresServer } from '../../../../tools/postgres-server/postgres-server.ts';
import { type PostgresAddress, parsePostgresAddress } from '../../store/postgres/address.ts';
import { describeOwnPostgres } from '../../store/postgres/server.fixture.ts';
import { sampleReports } from '../sample-data.fixture.ts';
import { ENDPOINTS, services } from '../service-under-test.fixture.ts';

const start = services();

describeOwnPostgres('a service whose PostgreSQL server is stopped and started under load', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.create();
    await server.start();
  }, 60_000);
  afterAll(() => server.remove(), 60_000);

  it('responds correctly or with 503 and Retry-After, and recovers completely', async () => {
    const database = parsePostgresAddress(`${server.url}?schema=outage`) as PostgresAddress;
    const service = await start({ database, reports: sampleReports() });
    const paths = ENDPOINTS[2];
    const right = new Map(
      await Promise.all(paths.map(async (path) => [path, await service.text(path)] as const)),
    );
    const counts = new Map<number, number>();
    const wrong: string[] = [];
    const send = async (path: string) => {
      const response = await service.get(path);
      const body = await response.text().catch(() => 'cut');
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      if (response.status === 200 && (body === right.get(path) || body === 'cut')) return;
      if (response.status === 503 && response.headers.get('retry-after') === '5') return;
      wrong.push(`${path}: ${response.status} ${body.slice(0, 200)}`);
    };
    let running = true;
    const load = paths.map(async (path) => {
      while (running) await send(path);
    });
    const ready = async () => (await fetch(`${service.url}/readyz`)).status;
    const waited = { timeout: 10_000, interval: 20 };
    for (const mode of ['fast', 'immediate'] as const) {
      await sleep(150);
      await server.stop(mode);
      await expect.poll(ready, waited).toBe(503);
      expect((await fetch(`${service.url}/livez`)).status).toBe(200);
      await sleep(300);
      await server.start();
      await expect.poll(ready, waited).toBe(200);
    }
    await sleep(150);
    running = false;
    await Promise.all(load);
    expect(wrong).toEqual([]);
    expect(counts.get(200)).toBeGreaterThan(paths.length);
    expect(counts.get(503)).toBeGreaterThan(paths.length);
    for (const path of paths) expect(await service.text(path)).toBe(right.get(path));
  });
});
