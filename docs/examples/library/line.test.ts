// line.test.ts
import { setupServer } from 'msw/node';
import { createMockHandlers } from 'queue-headcount/msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeLine, headcount } from './client.ts';

const url = 'http://127.0.0.1:4010';
const time = { now: '2026-11-20T12:30:00-08:00', timeZone: 'America/Los_Angeles' };
const server = setupServer(...createMockHandlers(time));
beforeAll(() => server.listen());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('describes the line', async () => {
  expect(await describeLine(headcount(url, 'any'))).toMatch(/^about \d+ people$/);
});

test('describes a line without reports', async () => {
  server.use(...createMockHandlers({ ...time, scenario: 'empty' }));
  expect(await describeLine(headcount(url, 'any'))).toBe('No recent reports.');
});

test('shows an error', async () => {
  server.use(...createMockHandlers({ ...time, code: 503 }));
  await expect(describeLine(headcount(url, 'any'))).rejects.toThrow('The database does not respond.');
});
