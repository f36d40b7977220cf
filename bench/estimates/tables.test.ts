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
    line: { ours: 1.25, rules: [2.5, 3] },
  };
}

it('writes Markdown tables of the groups that were measured', () => {
  const rows = [row('venues', 'canteen'), row('first days', 'canteen')];
  const speed = { status: 0.123, statusWithoutHistory: 1.5, learning: 9.87 };
  expect(tablesOf(rows, speed)).toMatchInlineSnapshot(`
    "Errors are mean absolute errors in people. “Best fixed” is the best rule of the row; its range covers the central 80 % of its past errors.
    In the first days, these are the errors of the row’s other starts.

    ### Simulated venues

    | queue | reports an hour | best fixed | ours | ratio | coverage | at 3 or more | width | interval score | best fixed | line | best centered |
    |---|---|---|---|---|---|---|---|---|---|---|---|
    | canteen | 6 | 6.33 | 4.33 | 0.684 | 67 % | 50 % | 3.7 | 30.33 | 39.33 | 1.25 | 2.50 |

    ### The first three days

    | queue | reports an hour | best fixed | ours | ratio | coverage | at 3 or more | width | interval score | best fixed |
    |---|---|---|---|---|---|---|---|---|---|
    | canteen | 6 | 6.33 | 4.33 | 0.684 ± 0.012 | 67 % | 50 % | 3.7 | 30.33 | 39.33 |

    Mean ratio of simulated venues and other reporters: 0.684

    ### Coverage by shown value

    | queries | 0 | 0.5–2.9 | 3–5.9 | 6–14.9 | 15–29.9 | 30+ |
    |---|---|---|---|---|---|---|
    | All rows | 100 % of 2 | – of 0 | 100 % of 2 | 0 % of 2 | – of 0 | – of 0 |
    | Simulated venues | 100 % of 1 | – of 0 | 100 % of 1 | 0 % of 1 | – of 0 | – of 0 |
    | The first three days | 100 % of 1 | – of 0 | 100 % of 1 | 0 % of 1 | – of 0 | – of 0 |

    ### Speed on one core, medians in milliseconds

    | a status | without history | learning a day of 300 reports |
    |---|---|---|
    | 0.12 | 1.50 | 9.9 |"
  `);
});
