import { expect, it } from 'vitest';
import { rules } from '../families/rules.ts';
import { gateOn, inBodies } from '../testing/run-gate.fixture.ts';
import type { Judgment } from './conclude.ts';
import { judgeEvidence } from './judge.ts';

it('has the same outcomes and causes in any order of the rules', async () => {
  const lose = inBodies('chart', (chart: { scatter: unknown[] }) => chart.scatter.splice(3, 2));
  const { evidence } = await gateOn({}, lose);
  const told = ({ outcomes }: Judgment) =>
    outcomes.map(({ requirement, outcome, followsFrom }) => [requirement, outcome, followsFrom]);
  expect(told(judgeEvidence(evidence, { rules: rules.toReversed() }))).toEqual(told(judgeEvidence(evidence)));
});
