import { expect, it } from 'vitest';
import type { RequirementOutcome } from '../contract/outcomes.ts';
import { causesOf } from './causes.ts';

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
