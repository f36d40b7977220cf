import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capacityTable, KEYS, measured, needOf, QUOTA } from './capacity.ts';

const page = readFileSync(new URL('../../docs/several-nodes.md', import.meta.url), 'utf8');
const { reportBytes, costs } = measured();

describe('the guide to several nodes', () => {
  it('has the table of `npx node bench/scale/capacity.ts`', () => {
    expect(page).toContain(`\n${capacityTable(KEYS, QUOTA, costs)}\n`);
  });

  it('says how much 1,000 million reports take', () => {
    const gigabytes = Math.round(reportBytes / 10) * 10;
    expect(page).toContain(`1,000 million of them take about ${gigabytes} GB`);
  });
});

it.each([
  // 1,000 requests a day in 12 hours are 0.046 a second at the peak.
  [1, 1000, { requestsPerDay: 1000, processes: 1, databaseCores: 1, connections: 20 }],
  // 60 % of a core is 6,000 requests of 100 µs a second.
  [129_600, 1000, { processes: 1, databaseCores: 1 }],
  [129_601, 1000, { processes: 2, databaseCores: 1, connections: 40 }],
  [1_000_000, 1000, { requestsPerDay: 1e9, processes: 8, databaseCores: 2, walPerDay: 100 }],
])('%i keys with a quota of %i need %j', (keys, quota, need) => {
  expect(needOf(keys, quota, { service: 100, database: 20, wal: 100 })).toMatchObject(need);
});
