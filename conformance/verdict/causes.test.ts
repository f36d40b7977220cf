import { expect, it } from 'vitest';
import type { RequirementOutcome } from '../contract/outcomes.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { Exchange } from '../requests/exchange.ts';
import { causesOf, explanations } from './causes.ts';
import { ledgerOf, type Tally } from './tally.ts';

it('lists causes with what follows from them', () => {
  const outcomes: readonly RequirementOutcome[] = [
    { requirement: 'http.answers', outcome: 'pass', findings: [] },
    { requirement: 'chart.since', outcome: 'fail', findings: [], followsFrom: 'chart.scatter' },
    { requirement: 'chart.scatter', outcome: 'fail', findings: [] },
    { requirement: 'reports.next', outcome: 'fail', findings: [] },
  ];
  expect(causesOf(outcomes)).toEqual([
    { requirement: 'chart.scatter', consequences: ['chart.since'] },
    { requirement: 'reports.next', consequences: [] },
  ]);
});

/** What follows from what, if these requirements fail at these endpoints. */
function explained(...failures: readonly (readonly [RequirementId, ...string[]])[]): object {
  const endpoints = ['chart', 'reports', 'export.csv'];
  const exchanges = endpoints.map((endpoint, at) => ({ number: at + 1, endpoint, url: '' }) as Exchange);
  const tally: Tally = new Map();
  for (const [id, ...places] of failures)
    for (const exchange of exchanges.filter(({ endpoint }) => places.includes(endpoint)))
      ledgerOf(tally).fail(id, { message: 'no', exchange });
  return Object.fromEntries(explanations(tally));
}

it('explains a failure by what it presupposes, directly or not', () => {
  expect(explained(['chart.until', 'chart'], ['chart.line', 'chart'], ['chart.scatter', 'chart'])).toEqual({
    'chart.until': 'chart.scatter',
    'chart.line': 'chart.scatter',
  });
});

it('explains nothing by failures at other endpoints', () => {
  expect(explained(['http.json', 'reports'], ['chart.scatter', 'chart'])).toEqual({});
  expect(explained(['http.json', 'reports'], ['http.answers', 'chart'])).toEqual({});
  expect(explained(['reports.created_at', 'reports'], ['time.format', 'reports', 'export.csv'])).toEqual({});
});

it('explains a failure at several endpoints if each of them has its cause', () => {
  const fields = [['reports.created_at', 'reports'] as const, ['export.timestamp', 'export.csv'] as const];
  expect(explained(...fields, ['time.format', 'reports', 'export.csv'])).toEqual({
    'time.format': 'reports.created_at',
  });
});
