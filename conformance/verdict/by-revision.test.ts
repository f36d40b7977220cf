import { expect, it } from 'vitest';
import type { RequirementOutcome } from '../contract/outcomes.ts';
import type { Dated } from '../contract/report-types.ts';
import { byRevision } from './by-revision.ts';

const failed = { outcome: 'fail', findings: [] } as const;
const outcomes: readonly RequirementOutcome[] = [
  { requirement: 'chart.since', ...failed, followsFrom: 'chart.line' },
  { requirement: 'chart.line', ...failed },
  { requirement: 'reports.order', ...failed },
  { requirement: 'reports.walk', ...failed, followsFrom: 'reports.order' },
];
const dates: Readonly<Record<string, Dated>> = {
  'chart.line': { since: '2027-03' },
  'reports.order': { since: '2026-11' },
  'reports.walk': { since: '2026-11', changed: [{ since: '2027-03', note: 'Every page.' }] },
};
const datedOf = (id: string) => dates[id] ?? { since: '2026-11' };
const idsOf = (list: readonly RequirementOutcome[]) => list.map(({ requirement }) => requirement);

it('does not score what a later revision brought or made stricter', () => {
  const { scored, later } = byRevision(outcomes, '2026-11', datedOf);
  expect(idsOf(scored)).toEqual(['chart.since', 'reports.order']);
  expect(idsOf(later)).toEqual(['chart.line', 'reports.walk']);
});

it('lets a failure stand for itself when its cause is not scored', () => {
  const { scored } = byRevision(outcomes, '2026-11', datedOf);
  expect(scored[0]).toEqual({ requirement: 'chart.since', ...failed });
});

it('scores everything in the latest revision', () => {
  expect(byRevision(outcomes, '2027-03', datedOf)).toEqual({ scored: outcomes, later: [] });
});
