import { describe, expect, it } from 'vitest';
import { change, evidenceOf, itFails } from '../../testing/edited-evidence.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';

itFails('status', [
  ['hours.closes_at', 2, (body) => body.replace('11:45pm', '23:45')],
  ['hours.closing_soon', 2, (body) => body.replace('"closing_soon":false', '"closing_soon":true')],
  ['hours.window-agrees', 2, (body) => body.replace('11:45pm', '11:15pm')],
]);

describe('the clock of the last status, which the other statuses and the Date header contradict', () => {
  it.each([
    ['fails if it goes back by 40 minutes', 40, 'fail'],
    ['passes if it is a minute slow', 1, 'pass'],
    ['warns if it is 40 minutes fast', -40, 'warn'],
  ])('%s', async (_title, minutes, outcome) => {
    // Around noon by the local clock, and the real time by the Date header
    const evidence = await evidenceOf({ now: 'live', hours: 'daily', count: 0 });
    const old = evidence.exchanges.map((exchange) => {
      const { response, step, endpoint } = exchange;
      if (endpoint !== 'status' || response?.status !== 200) return exchange;
      const body = change(
        response.body,
        (status: { last_updated: string; hours: { minutes_until_close: number } }) => {
          // Data too old to prove by themselves that the header shows the service's time
          status.last_updated = status.last_updated.replace(/T[\d:.]+/, 'T07:00:00');
          if (step === 'status-end') status.hours.minutes_until_close += minutes;
        },
      );
      return { ...exchange, response: { ...response, body } };
    });
    const result = judgeEvidence({ ...evidence, exchanges: old });
    const found = result.outcomes.find(({ requirement }) => requirement === 'hours.minutes-agree');
    expect(found?.outcome).toBe(outcome);
  });
});
