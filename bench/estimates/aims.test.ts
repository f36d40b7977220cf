import { expect, it } from 'vitest';
import { meanRatios, missedBy } from './aims.ts';
import { Errors } from './errors.ts';
import type { Row } from './measure.ts';

interface Case {
  readonly group?: Row['group'];
  /** Our error and the best rule's. */
  readonly error?: number;
  readonly best?: number;
  /** The share of queries that the range covers, with a shown value and a half width. */
  readonly covered?: number;
  readonly shown?: number;
  readonly half?: number;
  readonly bestHalf?: number;
}

const QUERIES = 1000;

function row({
  group = 'venues',
  error = 1,
  best = 2,
  covered = 0.8,
  shown = 10,
  half = 5,
  bestHalf = 30,
}: Case): Row {
  const scores = (distance: number, width: number) => {
    const errors = new Errors();
    for (let query = 0; query < QUERIES; query += 1) {
      const low = query < covered * QUERIES ? shown - width : shown + distance + 0.01;
      errors.add(shown + distance, shown, Math.min(low, shown + distance + 0.01), low + 2 * width);
    }
    return errors.scores;
  };
  return {
    group,
    name: 'a venue',
    rate: 6,
    ours: scores(error, half),
    rules: [
      { name: 'poor', scores: scores(9, 50) },
      { name: 'best', scores: scores(best, bestHalf) },
    ],
    ratioError: 0,
    line: { ours: 0, rules: [] },
  };
}

it.each<[Case, readonly string[]]>([
  [{}, []],
  [
    { group: 'venues', error: 2, best: 1.99 },
    ["venues: a venue, 6 an hour: the error over the best fixed rule's: 1.005; the aim is at most 1.000"],
  ],
  [{ group: 'first days', error: 2.05, best: 2 }, []],
  [
    { group: 'first days', error: 2.08, best: 2 },
    ["first days: a venue, 6 an hour: the error over the best fixed rule's: 1.040; the aim is at most 1.030"],
  ],
  [
    { covered: 0.74 },
    [
      'venues: a venue, 6 an hour: the coverage: 74.0 %; the aim is at least 75 %',
      'venues: a venue, 6 an hour: the coverage where 3 or more are shown: 74.0 %; the aim is at least 75 %',
    ],
  ],
  [
    { covered: 0.9 },
    [
      'venues: a venue, 6 an hour: the coverage: 90.0 %; the aim is at most 88 %',
      'venues: a venue, 6 an hour: the coverage where 3 or more are shown: 90.0 %; the aim is at most 88 %',
    ],
  ],
  [{ covered: 0.9, shown: 2 }, ['venues: a venue, 6 an hour: the coverage: 90.0 %; the aim is at most 88 %']],
  [{ covered: 0.9, shown: 2, half: 2, error: 1 }, []],
  [{ bestHalf: 4 }, ['venues: a venue, 6 an hour: the interval score: 10.02; the aim is at most 8.02']],
])('of %j', (given, missed) => {
  const mean = 'the mean ratio of simulated venues';
  expect(missedBy([row(given)], null).filter((aim) => !aim.startsWith(mean))).toEqual(missed);
});

it('averages the ratios of simulated venues and of real counts, without first days', () => {
  const rows = [
    row({ group: 'venues', error: 1, best: 2 }),
    row({ group: 'reporters', error: 1.8, best: 2 }),
    row({ group: 'real', error: 1.8, best: 2 }),
    row({ group: 'first days', error: 2, best: 2 }),
  ];
  const { simulated, real } = meanRatios(rows);
  expect(simulated).toBeCloseTo(0.7, 12);
  expect(real).toBeCloseTo(0.9, 12);
  expect(missedBy(rows, null)).toEqual(['the mean ratio of real counts: 0.900; the aim is at most 0.880']);
});

it('limits the time of a status and of learning', () => {
  const speed = { status: 2.01, statusWithoutHistory: 2, learning: 10.1 };
  expect(missedBy([], speed)).toEqual([
    'milliseconds for a status: 2.01; the aim is at most 2.00',
    'milliseconds for learning a day: 10.1; the aim is at most 10.0',
  ]);
});
