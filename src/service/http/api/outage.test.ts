import { rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { type Running, services } from '../service-under-test.fixture.ts';

const start = services();
const POLL = { timeout: 15_000, interval: 50 };

describe('a service whose SQLite counters are locked by another program', () => {
  it('is alive, responds with 503 and says so, and recovers with exact counts', async () => {
    const service = await start({ quota: 1000 });
    expect((await service.get('status')).status).toBe(200);
    const other = new DatabaseSync(`${service.file}-quota`);
    other.exec('BEGIN IMMEDIATE');
    const waiting = service.get('status');
    // While the request waits for the lock, others do not.
    const alive = fetch(`${service.url}/livez`).then(({ status }) => status);
    expect(await Promise.race([alive, waiting])).toBe(200);
    await expectOutage(await waiting, 'The database is busy.');
    await expectOutage(await fetch(`${service.url}/readyz`), 'The database is busy.');
    other.close();
    await expect.poll(() => ready(service), POLL).toBe(200);
    expect((await service.get('status')).headers.get('ratelimit')).toContain('r=998;');
  });
});

describe('a service whose SQLite file is replaced', () => {
  it('is alive, and asks for a restart in each response and in the log', async () => {
    const logged: string[] = [];
    const logger = pino({}, { write: (line: string) => logged.push(line) });
    const service = await start({ logger });
    const other = await start();
    await rename(other.file, service.file);
    const detail = 'The file of the database was replaced. The service must be restarted.';
    await expect.poll(() => ready(service), POLL).toBe(503);
    await expectOutage(await fetch(`${service.url}/readyz`), detail);
    await expectOutage(await service.get('status'), detail);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    const text = `the database ${service.file} was replaced; restart the service`;
    expect(logged.filter((line) => line.includes(text)).length).toBeGreaterThan(0);
  });
});

describe('a service whose SQLite counters can be read, but not counted in', () => {
  it.each([
    [
      'refuses new rows',
      'CREATE TRIGGER refuse BEFORE INSERT ON request_count BEGIN SELECT RAISE(ABORT, 1); END',
    ],
    ['is missing', 'ALTER TABLE request_count RENAME TO gone'],
  ])('is not ready and responds with 503, when the table %s', async (_, change) => {
    const service = await start();
    const operator = new DatabaseSync(`${service.file}-quota`);
    operator.exec(change);
    operator.close();
    // Before any request has failed.
    await expect.poll(() => ready(service), POLL).toBe(503);
    expect((await service.get('status')).status).toBe(503);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  });
});

async function ready(service: Running): Promise<number> {
  return (await fetch(`${service.url}/readyz`)).status;
}

async function expectOutage(response: Response, detail: string): Promise<void> {
  expect(await response.json()).toMatchObject({ type: 'urn:queue-headcount:problem:unavailable', detail });
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('retry-after'),
  ]).toEqual([503, 'application/problem+json', '5']);
}
