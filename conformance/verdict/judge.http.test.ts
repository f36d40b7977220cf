import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../testing/edited-evidence.fixture.ts';
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
