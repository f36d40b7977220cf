/** Shutdown, logs, and what may never leave the service. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../contract/contract-under-test.fixture.ts';
import { MINUTE, SECOND } from '../../domain/micros.ts';
import { newReport } from '../../store/suite/new-report.fixture.ts';
import { FRIDAY_LUNCH, LATITUDE, LONGITUDE, sampleReports } from '../sample-data.fixture.ts';
import { at, keptLog, type Running, rawRequest, services } from '../service-under-test.fixture.ts';

const start = services();

/** More rows than a connection buffers, so that the export of a client that does not read stays open. */
const MANY = Array.from({ length: 10_000 }, (_, index) =>
  newReport({ createdAt: at(FRIDAY_LUNCH) - index * SECOND }),
);

/** Starts an export and stops reading after its first chunk; `rest` reads the others. */
async function slowExport({ url, authorized }: Running): Promise<{ rest: () => Promise<string> }> {
  const response = await new Promise<IncomingMessage>((resolve) => {
    get(`${url}/api/v1/export.csv`, { headers: authorized, agent: false }, resolve);
  });
  const [first] = await once(response.setEncoding('utf8'), 'data');
  response.pause();
  return { rest: async () => first + (await text(response)) };
}

describe('shutdown', () => {
  it('lets an export finish and accepts no new connection', async () => {
    const service = await start({ reports: MANY, settings: { drainSeconds: 20 } });
    const { rest } = await slowExport(service);
    const closed = service.close();
    const connect = () => rawRequest(`${service.url}/livez`).then(String, ({ code }) => code);
    await expect.poll(connect, { timeout: 10_000 }).toBe('ECONNREFUSED');
    expect(csvRows(await rest()).length).toBe(10_000);
    await closed;
  });

  it('does not wait for idle connections', async () => {
    const service = await start({ settings: { drainSeconds: 20 } });
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      get(`${service.url}/livez`, { agent }, (response) => response.resume().once('end', resolve));
    });
    const begin = performance.now();
    await service.close();
    expect(performance.now() - begin).toBeLessThan(5000);
    agent.destroy();
  });

  it('responds to every request that it has counted, and closes the database after that', async () => {
    const service = await start({ reports: sampleReports(), settings: { drainSeconds: 20 } });
    // The first responses wait until the model is trained, so most of these are under way at the end.
    const days = Array.from({ length: 12 }, (_, n) => `2026-09-${String(n + 1).padStart(2, '0')}`);
    const responses = days.map((day) => service.get(`chart?since=${day}&until=${day}`));
    while ((await service.store.usedQuota(service.keyId, '2026-10-16')) < days.length) await delay(1);
    const closed = service.close();
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBe(200);
      expect(await response.json()).toHaveProperty('line');
    }
    await closed;
  });
});

describe('no response and no log line', () => {
  it('ever contains a key or coordinates', async () => {
    const seen: string[] = [];
    const { logger, lines } = keptLog('trace');
    const settings = { publicPage: true };
    const queries = ['reports?limit=200', 'highlights?days=60', 'chart?since=2026-06-01&until=2026-10-31'];
    for (const form of [1, 2] as const) {
      const service = await start({ form, reports: sampleReports(), logger, quota: 20, settings });
      const { key, url, authorized } = service;
      const send = async (path: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
        const response = await rawRequest(`${url}${path}`, { method, headers });
        seen.push(JSON.stringify(response.headers), response.body.toString());
      };
      for (const path of ['status', 'chart', 'patterns', 'export.csv', ...queries]) {
        for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
          await send(`/api/v1/${path}`, authorized, method);
        await send(`/page/api/v1/${path}`, {});
      }
      for (const Authorization of ['', `Bearer ${key}`, `Token ${key}x`])
        await send('/api/v1/chart', { Authorization });
      for (const headers of [authorized, {}])
        for (const path of ['/api/v1/status', '/page/api/v1/status'])
          await send(`${path}?token=${key}`, headers);
      await service.store.revokeKey(service.keyId, service.clock.now);
      await send('/api/v1/status', authorized);
      expect([...seen, ...lines].join('\n')).not.toContain(key.slice(9));
    }
    const all = [...seen, ...lines].join('\n');
    for (const degrees of [LATITUDE, LONGITUDE]) {
      expect(all).not.toContain(String(degrees));
      expect(all).not.toContain(String(Math.abs(degrees)).slice(0, 7));
    }
    expect(all).not.toMatch(/latitude|longitude|"lat"|"lon"/i);
    expect(all).toContain('429');
    expect(lines.length).toBeGreaterThan(80);
  });
});

it('a log line has what an operator needs for each request, and no query', async () => {
  const { logger, lines, entries } = keptLog();
  const service = await start({ logger });
  await service.text('reports?limit=3');
  await rawRequest(`${service.url}/api/v1/chart?since=2026-10-16`);
  service.clock.now += MINUTE;
  await rawRequest(`${service.url}/nothing?secret=1`);
  await service.close();
  const line = { msg: 'request', method: 'GET', ms: expect.any(Number) };
  const known = { operation: 'listReports', key: service.keyId };
  expect(entries()).toMatchObject([
    { ...line, path: '/api/v1/reports', status: 200, ...known },
    { ...line, path: '/api/v1/chart', status: 401 },
    { ...line, path: '/nothing', status: 404 },
  ]);
  expect(lines.join()).not.toMatch(/limit=3|secret|since=/);
});

it('trains the model at its start, without a request', async () => {
  const service = await start({ reports: sampleReports() });
  await expect.poll(() => service.store.checkpoint('model')).not.toBeNull();
});
