import { expect, it } from 'vitest';
import { mergeReports } from './merge-reports.ts';
import type { SavedReport, SavedRequirement } from './saved-report.ts';

function run(
  requirement: Pick<SavedRequirement, 'outcome'> & Partial<SavedRequirement>,
  verdict: SavedReport['verdict'] = 'failure',
): SavedReport {
  return {
    ...{
      verdict,
      target: 'http://a.test',
      formJudged: 2,
      level: 'full',
      documentHash: '0',
      gateVersion: '1',
    },
    startedAt: '2026-11-22T00:00:00Z',
    requirements: [{ id: 'a.b', promise: 'Promise.', ...requirement }],
  };
}

const [chart, status] = [{ endpoint: 'chart' }, { endpoint: 'status' }];
const text = { id: 'a.b', promise: 'Promise.' };

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
    'fails where it is exercised',
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

it('could not judge the deployment if one of the runs could not', () => {
  const runs = [run({ outcome: 'pass' }, 'success'), run({ outcome: 'pass' }, 'inconclusive')] as const;
  expect(mergeReports(runs).verdict).toBe('inconclusive');
});
