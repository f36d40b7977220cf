/** Shutdown, logs, and what may never leave the service. */
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../contract/contract-under-test.fixture.ts';
import { MINUTE, SECOND } from '../domain/micros.ts';
import { newReport } from '../store/suite/new-report.fixture.ts';
import { FRIDAY_LUNCH, LATITUDE, LONGITUDE, sampleReports } from './sample-data.fixture.ts';
import { at, type Running, rawRequest, services } from './service-under-test.fixture.ts';

const start = services();

/** More rows than a connection buffers, so that the export of a client that does not read stays open. */
const MANY = Array.from({ length: 10_000 }, (_, index) =>
  newReport({ createdAt: at(FRIDAY_LUNCH) - index * SECOND }),
);

/** Starts an export and stops reading after its first chunk; `rest` reads the others. */
function slowExport({ url, key }: Running): Promise<{ rest: () => Promise<string> }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Token ${key}` };
    const request = get(`${url}/api/v1/export.csv`, { headers, agent: false }, (response) => {
      response.setEncoding('utf8').once('data', (first: string) => {
        response.pause();
        const rest = () =>
          new Promise<string>((done, failed) => {
            let text = first;
            response.on('data', (chunk: string) => {
              text += chunk;
            });
            response.once('end', () => done(text));
            response.once('error', failed);
            response.resume();
          });
        resolve({ rest });
      });
    });
    request.once('error', reject);
  });
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
    const days = Array.from({ length: 30 }, (_, n) => `2026-09-${String(n + 1).padStart(2, '0')}`);
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
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const settings = { publicPage: true };
    for (const form of [1, 2] as const) {
      const service = await start({ form, reports: sampleReports(), logger, quota: 24, settings });
      const headers = { Authorization: `Token ${service.key}` };
      const paths = [
        'status',
        'chart',
        'patterns',
        'reports?limit=200',
        'export.csv',
        'highlights?days=60',
        'chart?since=2026-06-01&until=2026-10-31',
      ];
      for (const path of paths) {
        for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
          const response = await rawRequest(`${service.url}/api/v1/${path}`, { method, headers });
          seen.push(JSON.stringify(response.headers), response.body.toString());
        }
        const requests = [
          { url: `${service.url}/api/v1/${path}`, headers: {} },
          { url: `${service.url}/page/api/v1/${path}`, headers: {} },
          { url: `${service.url}/page/api/v1/status?token=${service.key}`, headers },
          { url: `${service.url}/api/v1/${path}`, headers: { Authorization: `Bearer ${service.key}` } },
          { url: `${service.url}/api/v1/${path}`, headers: { Authorization: `Token ${service.key}x` } },
          { url: `${service.url}/api/v1/status?token=${service.key}`, headers },
          { url: `${service.url}/api/v1/status?token=${service.key}`, headers: {} },
        ];
        for (const { url, headers: given } of requests) {
          const response = await rawRequest(url, { headers: given });
          seen.push(JSON.stringify(response.headers), response.body.toString());
        }
      }
      await service.store.revokeKey(service.keyId, service.clock.now);
      seen.push((await rawRequest(`${service.url}/api/v1/status`, { headers })).body.toString());
      const all = [...seen, ...lines].join('\n');
      expect(all).not.toContain(service.key);
      expect(all).not.toContain(service.key.slice(9));
    }
    const all = [...seen, ...lines].join('\n');
    for (const degrees of [LATITUDE, LONGITUDE]) {
      expect(all).not.toContain(String(degrees));
      expect(all).not.toContain(String(Math.abs(degrees)).slice(0, 7));
    }
    expect(all).not.toMatch(/latitude|longitude|"lat"|"lon"/i);
    expect(all).toContain('429');
    expect(lines.length).toBeGreaterThan(100);
  });
});

describe('a log line', () => {
  it('has what an operator needs for each request, and no query', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const service = await start({ logger });
    await service.text('reports?limit=3');
    await rawRequest(`${service.url}/api/v1/chart?since=2026-10-16`);
    service.clock.now += MINUTE;
    await rawRequest(`${service.url}/nothing?secret=1`);
    await service.close();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'request',
        method: 'GET',
        path: '/api/v1/reports',
        status: 200,
        ms: expect.any(Number),
        operation: 'listReports',
        key: service.keyId,
      }),
      expect.objectContaining({ msg: 'request', method: 'GET', path: '/api/v1/chart', status: 401 }),
      expect.objectContaining({ msg: 'request', method: 'GET', path: '/nothing', status: 404 }),
    ]);
    expect(lines.join()).not.toMatch(/limit=3|secret|since=/);
  });
});

describe('startup', () => {
  it('trains the model without a request', async () => {
    const service = await start({ reports: sampleReports() });
    const learned = () => service.store.checkpoint('model');
    for (let wait = 0; wait < 200 && (await learned()) === null; wait += 1) await delay(20);
    expect(await learned()).not.toBeNull();
  });
});
