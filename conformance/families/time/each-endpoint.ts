import type { Facts } from '../../facts/facts.ts';
import type { Breach, Ledger } from '../rule.ts';
import type { Occurrence } from './occurrences.ts';

/** Fails local time once for each endpoint, so that whatever is wrong with its days and hours follows from this. */
export function failAtEachEndpoint(
  facts: Facts,
  occurrences: readonly Occurrence[],
  ledger: Ledger,
  breach: Omit<Breach, 'exchange'>,
): void {
  const exchanges = [...occurrences, ...facts.patterns].map(({ exchange }) => exchange);
  const perEndpoint = new Map(exchanges.toReversed().map((exchange) => [exchange.endpoint, exchange]));
  for (const exchange of perEndpoint.values()) ledger.fail('time.local-offset', { ...breach, exchange });
}
