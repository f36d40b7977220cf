import { expect, it } from 'vitest';
import type { Outcome } from '../contract/outcomes.ts';
import { type MergedOutcome, mergeOutcomes } from './merge-outcomes.ts';

const [chart, status] = [{ endpoint: 'chart' }, { endpoint: 'status' }];
const merged = (runs: readonly MergedOutcome[]) =>
  mergeOutcomes(
    runs.map((one) => [{ id: 'chart.line', ...one }]),
    ({ id }) => id,
  );
const fail = { outcome: 'fail', places: [] } as const;

it.each<[string, readonly MergedOutcome[], MergedOutcome]>([
  [
    'fails in one run and passes in another',
    [{ outcome: 'pass' }, { ...fail, places: [chart] }],
    { ...fail, places: [chart], flaky: true },
  ],
  [
    'fails in every run, at several places',
    [
      { ...fail, places: [chart] },
      { ...fail, places: [chart, status] },
    ],
    { ...fail, places: [chart, status] },
  ],
  [
    'fails in a run that shows no places, as of an older gate',
    [{ ...fail, places: [chart] }, { outcome: 'fail' }],
    { outcome: 'fail' },
  ],
  ['fails where it is tested', [{ outcome: 'not-exercised' }, fail], fail],
  ['fails as expected in one run only', [{ ...fail, expected: 'known' }, fail], fail],
  [
    'fails as expected in every run in which it fails',
    [{ outcome: 'pass' }, { ...fail, expected: 'known' }],
    { ...fail, expected: 'known', flaky: true },
  ],
  ['follows from another failure in one run only', [{ ...fail, followsFrom: 'http.json' }, fail], fail],
  [
    'follows from the same failure in every run',
    [
      { ...fail, followsFrom: 'http.json' },
      { ...fail, followsFrom: 'http.json' },
    ],
    { ...fail, followsFrom: 'http.json' },
  ],
  [
    'warns in one run',
    [{ outcome: 'inconclusive' }, { outcome: 'warn' }, { outcome: 'pass' }],
    { outcome: 'warn' },
  ],
  ['is checked in one run', [{ outcome: 'not-exercised' }, { outcome: 'pass' }], { outcome: 'pass' }],
])('merges a requirement that %s', (_title, runs, result) => {
  expect(merged(runs)).toEqual([{ id: 'chart.line', ...result }]);
});

it.each<[readonly Outcome[], boolean]>([
  [['warn', 'fail'], true],
  [['fail', 'fail'], false],
  [['fail', 'not-exercised'], false],
  [['fail', 'inconclusive'], false],
  [['pass', 'not-exercised'], false],
])('whether %j is flaky: %j', (outcomes, isFlaky) => {
  expect(merged(outcomes.map((outcome) => ({ outcome })))[0]?.flaky === true).toBe(isFlaky);
});
