import { expect, it } from 'vitest';
import { mergeReports } from './merge-reports.ts';
import { type Given, reportOf } from './saved-report.fixture.ts';
import type { SavedReport, SavedRequirement } from './saved-report.ts';

const run = (requirement: Given, verdict: SavedReport['verdict'] = 'failure') =>
  reportOf({ 'a.b': requirement }, { verdict });

const [chart, status] = [{ endpoint: 'chart' }, { endpoint: 'status' }];
const text = { id: 'a.b', promise: 'Promise of a.b.' };

it.each<[string, readonly [SavedReport, ...SavedReport[]], SavedRequirement]>([
  [
    'fails in one run and passes in another',
    [run({ outcome: 'pass' }), run({ outcome: 'fail', places: [chart] })],
    { ...text, outcome: 'fail', places: [chart], flaky: true },
  ],
  [
    'fails in every run, at several places',
    [run({ outcome: 'fail', places: [chart] }), run({ outcome: 'fail', places: [chart, status] })],
    { ...text, outcome: 'fail', places: [chart, status] },
  ],
  [
    'fails where it is tested',
    [run({ outcome: 'not-exercised' }), run({ outcome: 'fail', places: [] })],
    { ...text, outcome: 'fail', places: [] },
  ],
  [
    'fails as expected in one run only',
    [run({ outcome: 'fail', places: [], expected: 'known' }), run({ outcome: 'fail', places: [] })],
    { ...text, outcome: 'fail', places: [] },
  ],
  [
    'fails as expected in every run in which it fails',
    [run({ outcome: 'pass' }), run({ outcome: 'fail', places: [], expected: 'known' })],
    { ...text, outcome: 'fail', places: [], expected: 'known', flaky: true },
  ],
  [
    'follows from another failure in one run only',
    [run({ outcome: 'fail', followsFrom: 'a.a' }), run({ outcome: 'fail' })],
    { ...text, outcome: 'fail' },
  ],
  ['warns in one run', [run({ outcome: 'pass' }), run({ outcome: 'warn' })], { ...text, outcome: 'warn' }],
])('merges a requirement that %s', (_title, runs, merged) => {
  expect(mergeReports(runs).requirements).toEqual([merged]);
});

it('could not check the deployment if one of the runs could not', () => {
  const runs = [run({ outcome: 'pass' }, 'success'), run({ outcome: 'pass' }, 'inconclusive')] as const;
  expect(mergeReports(runs).verdict).toBe('inconclusive');
});
