import { expect, it } from 'vitest';
import type { RequirementOutcome } from '../contract/outcomes.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { Exchange } from '../requests/exchange.ts';
import { causesOf, explanations } from './causes.ts';
import { addFailure, entryOf, ledgerOf, type Tally } from './tally.ts';

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

const finding = { message: 'no', stage: 'rules' } as const;

/** Returns the cause of each failure, if these requirements fail at these endpoints. */
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

it('takes what is broken in most responses for the cause of what is broken in some of them', () => {
  const places = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ endpoint: 'chart', step: `chart-${at}` }));
  const tally: Tally = new Map();
  for (const place of places(1)) addFailure(entryOf(tally, 'time.local-offset'), place, () => finding);
  for (const place of places(4)) addFailure(entryOf(tally, 'chart.line'), place, () => finding);
  expect([...explanations(tally)]).toEqual([['time.local-offset', 'chart.line']]);
  for (const place of places(4)) addFailure(entryOf(tally, 'time.local-offset'), place, () => finding);
  expect([...explanations(tally)]).toEqual([['chart.line', 'time.local-offset']]);
});

it('goes on to the cause of the cause if a failure presupposes both', () => {
  const tally: Tally = new Map();
  for (const [id, count] of [
    ['time.local-offset', 1],
    ['chart.line', 4],
    ['chart.line-plausible', 1],
  ] as const)
    for (let at = 0; at < count; at++)
      addFailure(entryOf(tally, id), { endpoint: 'chart', step: `chart-${at}` }, () => finding);
  expect(Object.fromEntries(explanations(tally))).toEqual({
    'time.local-offset': 'chart.line',
    'chart.line-plausible': 'chart.line',
  });
});

it('explains a failure at several endpoints if each of them has its cause', () => {
  const fields = [['reports.created_at', 'reports'] as const, ['export.timestamp', 'export.csv'] as const];
  expect(explained(...fields, ['time.format', 'reports', 'export.csv'])).toEqual({
    'time.format': 'reports.created_at',
  });
});
