import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commonTargets, compressionWeight, OFFERED_DAYS, weightOf } from './public-reads.ts';

describe('the common reads of the public page', () => {
  it('are what the page requests by itself, and after one click', () => {
    const week = 'since=2026-08-21&until=2026-10-15';
    const month = 'since=2026-09-18&until=2026-10-15';
    expect([...commonTargets(Temporal.PlainDate.from('2026-10-16'))]).toEqual(
      [
        ...['status', 'chart', 'patterns', 'reports', 'highlights', 'highlights?days=7'],
        ...['until=2026-10-15', month, week].map((range) => `patterns?${range}`),
        ...['until=2026-10-15', month, week].map((range) => `chart?${range}`),
        ...['until=2026-10-16', 'since=2026-10-10&until=2026-10-16', 'since=2026-09-19&until=2026-10-16'].map(
          (range) => `chart?${range}`,
        ),
        ...['since=2026-10-15&until=2026-10-15', 'since=2026-10-09&until=2026-10-09'].map(
          (range) => `chart?${range}`,
        ),
      ].map((target) => `/page/api/v1/${target}`),
    );
  });

  it('have the periods that the explorer offers', () => {
    const page = readFileSync(new URL('../../../explorer/index.html', import.meta.url), 'utf8');
    const [, select = ''] = /<select id="patterns-range">(.*?)<\/select>/.exec(page) ?? [];
    const typical = [...select.matchAll(/value="(\d+)"/g)].map(([, days]) => Number(days));
    expect(typical).toEqual(OFFERED_DAYS.typical);
    const presets = [...page.matchAll(/<button type="button" value="(\d+)d">/g)];
    expect(presets.map(([, days]) => Number(days))).toEqual(OFFERED_DAYS.presets);
  });
});

it.each([
  ['getStatus', {}, 1],
  ['getPatterns', { since: '2020-01-01' }, 1],
  ['listReports', { limit: 200 }, 1],
  ['getChart', {}, 1],
  ['getChart', { since: '2026-10-15', until: '2026-10-15' }, 1],
  ['getChart', { since: '2026-10-14', until: '2026-10-15' }, 4],
  ['getChart', { since: '2026-10-14' }, 4],
  ['getChart', { until: '2026-10-14' }, 4],
  ['getHighlights', { days: 60 }, 4],
])('%s with %j weighs %i', (operationId, query, weight) => {
  expect(weightOf({ operationId, query })).toBe(weight);
});

it('to compress a response is a quarter of a chart of one day, or more if it is large', () => {
  expect([2000, 2 << 20].map((bytes) => Math.round(compressionWeight(bytes) * 100) / 100)).toEqual([
    0.25, 2.25,
  ]);
});
