import { describe, expect, it } from 'vitest';
import type { Options } from '../../reference/options.ts';
import { VARIANTS } from '../../reference/variants/variants.ts';
import { gateOn, inBodies, named, withOutcome } from '../../testing/run-gate.fixture.ts';
import { agreementOf } from './estimate.ts';

describe('reports of the last half hour', () => {
  const at = (...reports: readonly (readonly [age: number, reported: number])[]) =>
    agreementOf(reports.map(([age, reported]) => ({ age, reported })));

  it.each([
    ['of one bucket', at([3, 8], [12, 8], [21, 8]), [8, 8]],
    ['of neighboring buckets', at([3, 25], [12, 15], [21, 25]), [15, 25]],
    ['of nobody and a few', at([3, 0], [12, 3], [21, 0]), [0, 3]],
    [
      'alike but for a wild one, which an estimate may follow',
      at([3, 35], [12, 0], [21, 0], [25, 0]),
      [0, 35],
    ],
  ])('agree if they are %s', (_, agreed, range) => {
    expect(agreed).toEqual(range);
  });

  it.each([
    ['there are none', at(), 'there are too few reports'],
    ['there are two', at([3, 8], [12, 8]), 'there are too few reports'],
    ['they are a burst', at(...Array.from({ length: 12 }, (_, n) => [n / 12, 35] as const)), 'too few'],
    ['they are two bursts', at([1, 35], [1, 35], [2, 35], [20, 35], [20, 35]), 'too few'],
    ['they differ', at([3, 35], [12, 15], [21, 35]), 'differ: most are of 15 to 35 people'],
    ['half of them are wild', at([3, 0], [12, 35], [21, 0], [25, 35]), 'differ: most are of 0 to 35'],
  ])('show nothing if %s', (_, agreed, reason) => {
    expect(agreed).toContain(reason);
  });
});

describe('an estimate', () => {
  /** The outcomes of a deployment whose estimate is this number, and the messages of what is wrong. */
  const judged = async (people: number, options: Partial<Options> = {}) => {
    const result = await gateOn(
      { count: 120, ...options },
      inBodies('status', (body: object) =>
        Object.assign(body, { estimate_value: people, estimate_display: `${people}-${people + 1}` }),
      ),
    );
    const found = (id: string) => result.outcomes.find(({ requirement }) => requirement === id);
    const [plausible, recent] = ['status.estimate-plausible', 'status.estimate-recent'].map(found);
    return [
      plausible?.outcome,
      recent?.outcome,
      plausible?.findings[0]?.message ?? recent?.findings[0]?.message ?? '',
    ];
  };
  const few = { count: 3, newestAge: 40 };
  const old = { newestAge: 105 };

  it.each<[string, number, Partial<Options>, string, string, string]>([
    ['near new reports', 25, {}, 'pass', 'pass', ''],
    ['far from new reports', 0, {}, 'pass', 'warn', 'far from the 3 reports of the last 30 minutes'],
    ['far from old reports', 0, old, 'pass', 'not-exercised', 'too few reports of the last 30 minutes'],
    ['above the highest bucket', 60, old, 'pass', 'not-exercised', 'too few'],
    ['far from everything', 150, {}, 'fail', 'warn', 'ever reported: 120 reports of 0 to 35 people'],
    ['far from a few reports', 150, few, 'warn', 'not-exercised', 'ever reported: 3 reports of 15 to 25'],
    ['a default on the first day', 6, few, 'pass', 'not-exercised', 'too few'],
  ])('%s (%d)', async (_, people, options, plausible, recent, message) => {
    const [first, second, text] = await judged(people, options);
    expect([first, second]).toEqual([plausible, recent]);
    expect(text).toContain(message);
  });
});

it.each(['estimate-follows-rush', 'estimate-first-quiet', 'estimate-first-busy', 'estimate-first-day'])(
  'an honest estimator raises no alarm: variant %s',
  async (id) => {
    const result = await gateOn({ count: 120, ...named(VARIANTS, id).options });
    expect([...withOutcome(result, 'fail'), ...withOutcome(result, 'warn')]).toEqual([]);
  },
);
