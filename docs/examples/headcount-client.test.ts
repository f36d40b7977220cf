import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningMock, startMock } from '../../mocks/main.ts';
import {
  allReports,
  describeLine,
  exportReports,
  HeadcountError,
  headcountClient,
} from './headcount-client.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ form: 2, timeZone: 'America/Los_Angeles', now: '2026-11-20T12:30:00-08:00' });
});
afterAll(() => mock.close());

const client = (scenario: string) => headcountClient(mock.url, 'any', { Prefer: `example=${scenario}` });

describe('the example client', () => {
  it.each([
    ['rush', /^about \d+ people$/],
    ['closing-soon', /^about \d+ people\. Closes in 30 min, at 1:00pm\.$/],
    ['closed', /^Closed now\. Opens on Saturday at 5:00am\.$/],
    ['no-estimate', /^No recent reports\.$/],
    ['nulls', /^closed$/],
  ])('describes the line in the scenario %s', async (scenario, words) => {
    expect(await describeLine(client(scenario))).toMatch(words);
  });

  it('reads every report once, then ends', async () => {
    const ids = [];
    for await (const { id } of allReports(client('rush'))) ids.push(id);
    expect(ids.length).toBeGreaterThan(500);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reads an export', async () => {
    const csv = await exportReports(client('rush'), '2026-11-20', '2026-11-20');
    expect(csv).toMatch(/^timestamp,bucket\r\n2026-11-20T12:/);
  });

  it('says how long to wait when the quota is used up', async () => {
    const error: unknown = await describeLine(client('quota-exceeded')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HeadcountError);
    const type = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
    expect(error).toMatchObject({ status: 429, type, retryAfter: 41_400 });
  });
});
