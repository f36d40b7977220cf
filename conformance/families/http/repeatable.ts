import type { Exchange } from '../../requests/exchange.ts';
import { check, type Rule } from '../rule.ts';

/**
 * A report looks the same in every response of the run: it has one time and one bucket. URLs may be signed
 * anew. Nothing promises that a day keeps its photo, or that ids of photos are unique.
 */
export const repeatable: Rule = {
  name: 'repeatable',
  judge: (facts, ledger) => {
    const first = new Map<string, { readonly value: string; readonly exchange: Exchange }>();
    const compare = (key: string, value: string, exchange: Exchange) => {
      const known = first.get(key);
      if (known === undefined) first.set(key, { value, exchange });
      else {
        check(ledger, 'http.repeatable', known.value === value, () => ({
          message: `${key} differs between responses (first in request ${known.exchange.number})`,
          expected: known.value,
          seen: value,
          exchange,
        }));
      }
    };
    for (const { exchange, reports } of facts.pages) {
      for (const { id, t, bucket, photo } of reports) {
        if (id === undefined || facts.changes.confirmed.has(facts.keyOf(t))) continue;
        compare(
          `report ${id}`,
          JSON.stringify({ t: t.text, bucket, photo: photo === null ? null : typeof photo }),
          exchange,
        );
        const isAlone = facts.groupOf(t)?.count === 1 && facts.stable(t);
        if (isAlone) compare(`the id of the report at ${t.text}`, String(id), exchange);
      }
    }
  },
};
