// client.http.test.ts
import { type RunningMock, startMock } from 'queue-headcount';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeLine, headcount } from './client.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ now: '2026-11-20T12:30:00-08:00', timeZone: 'America/Los_Angeles' });
});
afterAll(() => mock.close());

test('describes the line', async () => {
  expect(await describeLine(headcount(mock.url, 'any'))).toMatch(/^about \d+ people$/);
});

test('describes a line without reports', async () => {
  const empty = await startMock({ scenario: 'empty' });
  expect(await describeLine(headcount(empty.url, 'any'))).toBe('No recent reports.');
  await empty.close();
});
