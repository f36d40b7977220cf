import { expect, it } from 'vitest';
import { Errors } from './errors.ts';
import type { Row } from './measure.ts';
import { tablesOf } from './tables.ts';

function row(group: Row['group'], name: string): Row {
  const scores = (...queries: readonly (readonly [number, number, number, number])[]) => {
    const errors = new Errors();
    for (const query of queries) errors.add(...query);
    return errors.scores;
  };
  return {
    group,
    name,
    rate: 6,
    ours: scores([0, 0, 0, 0], [4, 5, 2, 7], [20, 8, 6, 12]),
    rules: [{ name: 'last report', scores: scores([0, 3, 0, 6], [4, 8, 5, 11], [20, 8, 5, 11]) }],
    ratioError: 0.0123,
    wholePeople: {
      expected: 0.9,
      unrounded: 0.8,
      single: 0.5,
      double: 0.2,
      nearlyCertain: 0.4,
      shortest: { coverage: 0.6, interval: 33.363 },
      narrower: { coverage: 0.55, interval: 31.85 },
    },
    line: { ours: 1.25, rules: [{ name: '5 min on either side', mae: 2.5 }] },
  };
}

it('writes Markdown tables of the groups that were measured', () => {
  const rows = [row('venues', 'canteen'), row('first days', 'canteen')];
  const speed = { status: 0.123, statusWithoutHistory: 1.5, learning: 9.87 };
  expect(tablesOf(rows, speed)).toMatchInlineSnapshot(`
    "### Simulated venues

    Mean absolute error in people; the ratio is ours over the best fixed rule of the row, with its standard error

    | queue | reports an hour | last report | ours | ratio |
    |---|---|---|---|---|
    | canteen | 6 | *6.33* | 4.33 | 0.684 ± 0.012 |

    Ranges, and root mean square error; best fixed: the best of all fixed rules, whose range is the central 80 % of their errors in the days before

    | queue | reports an hour | queries | coverage | width | queries at 3 or more | coverage | width | interval score | best fixed | RMSE | best fixed |
    |---|---|---|---|---|---|---|---|---|---|---|---|
    | canteen | 6 | 3 | 67 % | 3.7 | 2 | 50 % | 5.5 | 30.33 | 39.33 | 6.95 | 7.51 |

    ### The first three days

    Mean absolute error in people; the ratio is ours over the best fixed rule of the row, with its standard error

    | queue | reports an hour | last report | ours | ratio |
    |---|---|---|---|---|
    | canteen | 6 | *6.33* | 4.33 | 0.684 ± 0.012 |

    Ranges, and root mean square error; best fixed: the best of all fixed rules, whose range is the central 80 % of their errors on the other first days of the row, in hindsight

    | queue | reports an hour | queries | coverage | width | queries at 3 or more | coverage | width | interval score | best fixed | RMSE | best fixed |
    |---|---|---|---|---|---|---|---|---|---|---|---|
    | canteen | 6 | 3 | 67 % | 3.7 | 2 | 50 % | 5.5 | 30.33 | 39.33 | 6.95 | 7.51 |

    Mean ratio of simulated venues and other reporters: 0.684

    ### Coverage by shown value

    | queries | 0 | 0.5–2.9 | 3–5.9 | 6–14.9 | 15–29.9 | 30+ |
    |---|---|---|---|---|---|---|
    | All rows | 100 % of 2 | – of 0 | 100 % of 2 | 0 % of 2 | – of 0 | – of 0 |
    | Simulated venues | 100 % of 1 | – of 0 | 100 % of 1 | 0 % of 1 | – of 0 | – of 0 |
    | The first three days | 100 % of 1 | – of 0 | 100 % of 1 | 0 % of 1 | – of 0 | – of 0 |

    ### Ranges in whole people

    Expected: the probability that the calibrated predictions give to the shown ranges; unrounded: the coverage of their central 80 %, if bounds did not have to be whole people; nearly certain: one number alone has more than 88 %; shortest: the shortest ranges with 80 % of the prediction; narrower: the shown ranges without the less likely one of their ends; each interval score as a ratio to the shown ranges'

    | group | queue | reports an hour | coverage | expected | unrounded | of one number | of two | nearly certain | shortest: coverage | interval score | narrower: coverage | interval score |
    |---|---|---|---|---|---|---|---|---|---|---|---|---|
    | Simulated venues | canteen | 6 | 67 % | 90 % | 80 % | 50 % | 20 % | 40 % | 60 % | 1.100 | 55 % | 1.050 |
    | The first three days | canteen | 6 | 67 % | 90 % | 80 % | 50 % | 20 % | 40 % | 60 % | 1.100 | 55 % | 1.050 |

    ### Mean absolute error of the smoothed line of a past day, in people

    | queue | reports an hour | 5 min on either side | ours |
    |---|---|---|---|
    | canteen | 6 | 2.50 | 1.25 |

    ### Speed on one core, medians in milliseconds

    | a status | without history | learning a day of 300 reports |
    |---|---|---|
    | 0.12 | 1.50 | 9.9 |
    "
  `);
});

it('compares real counts with what a mixture fitted to the truth reaches', () => {
  const real = { ...row('real', 'gym'), hindsight: 4 };
  // Ours is wrong by 0, 1 and 12 people, the rule by 3, 4 and 12.
  expect(tablesOf([real], null)).toContain('| gym | 6 | 0.684 | 0.632 |');
  expect(tablesOf([row('real', 'gym')], null)).not.toContain('in hindsight');
});
