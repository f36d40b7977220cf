import { expect, it } from 'vitest';
import type { Outcome, RequirementOutcome } from '../contract/outcomes.ts';
import { flakyIn, mergeOutcomes } from './merge-outcomes.ts';

const one = (outcome: Outcome, more: Partial<RequirementOutcome> = {}): readonly RequirementOutcome[] => [
  { requirement: 'chart.line', outcome, findings: [], ...more },
];
const merged = (...runs: readonly (readonly RequirementOutcome[])[]) => mergeOutcomes(runs)[0];

it('counts a failure in any run, with the places of all', () => {
  const chart = { endpoint: 'chart' };
  const status = { endpoint: 'status' };
  expect(
    merged(one('pass'), one('fail', { places: [chart] }), one('fail', { places: [chart, status] })),
  ).toMatchObject({ outcome: 'fail', places: [chart, status] });
});

it('takes what was checked rather than what was not', () => {
  expect(merged(one('not-exercised'), one('pass'))?.outcome).toBe('pass');
  expect(merged(one('inconclusive'), one('warn'), one('pass'))?.outcome).toBe('warn');
});

it('keeps a cause only if it is the same in every run', () => {
  const followsFrom = 'http.json';
  expect(merged(one('fail', { followsFrom }), one('fail', { followsFrom }))?.followsFrom).toBe(followsFrom);
  expect(merged(one('fail', { followsFrom }), one('pass'))?.followsFrom).toBe(followsFrom);
  expect(merged(one('fail', { followsFrom }), one('fail'))?.followsFrom).toBeUndefined();
});

it.each<[readonly Outcome[], boolean]>([
  [['fail', 'pass'], true],
  [['warn', 'fail'], true],
  [['fail', 'fail'], false],
  [['fail', 'not-exercised'], false],
  [['fail', 'inconclusive'], false],
  [['pass', 'not-exercised'], false],
])('whether %j is flaky: %j', (outcomes, isFlaky) => {
  expect(flakyIn(outcomes.map((outcome) => one(outcome)))).toEqual(isFlaky ? ['chart.line'] : []);
});
