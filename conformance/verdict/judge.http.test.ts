import { describe, expect, it } from 'vitest';
import { rules } from '../families/rules.ts';
import { evidenceOf } from '../testing/edited-evidence.fixture.ts';
import { gateOn, inBodies } from '../testing/run-gate.fixture.ts';
import type { Judgment } from './conclude.ts';
import { judgeEvidence } from './judge.ts';

describe('a clock that is set back by an hour during the run', () => {
  const judged = async (isBack: (exchange: number) => boolean, headers: Record<string, string> = {}) => {
    const evidence = await evidenceOf({ now: 'live', hours: 'always' });
    const exchanges = evidence.exchanges.map((exchange, at) => {
      const { response, startedAt } = exchange;
      if (response === undefined) return exchange;
      const date = new Date(startedAt - (isBack(at) ? 3_600_000 : 0)).toUTCString();
      return { ...exchange, response: { ...response, headers: { ...response.headers, date, ...headers } } };
    });
    return judgeEvidence({ ...evidence, exchanges });
  };

  it('leaves the run inconclusive, since later reports vanish as if they were lost', async () => {
    const { exitCode, problem } = await judged((at) => at >= 20);
    expect([exitCode, problem]).toEqual([3, expect.stringContaining('was set back')]);
  });

  it.each([
    ['the Date headers of cached responses', (at: number) => at >= 20, { age: '3600' }],
    ['a gateway whose clock is slow', (at: number) => at % 7 === 3, {}],
    ['a clock that is set forward', (at: number) => at < 20, {}],
  ])('is not taken from %s', async (_, isBack, headers) => {
    expect((await judged(isBack, headers)).problem).toBeUndefined();
  });
});

it('has the same outcomes and causes in any order of the rules', async () => {
  const lose = inBodies('chart', (chart: { scatter: unknown[] }) => chart.scatter.splice(3, 2));
  const { evidence } = await gateOn({}, lose);
  const told = ({ outcomes }: Judgment) =>
    outcomes.map(({ requirement, outcome, followsFrom }) => [requirement, outcome, followsFrom]);
  expect(told(judgeEvidence(evidence, { rules: rules.toReversed() }))).toEqual(told(judgeEvidence(evidence)));
});
