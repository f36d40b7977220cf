import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Running, services } from './service-under-test.fixture.ts';

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
