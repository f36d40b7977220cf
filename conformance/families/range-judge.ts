import type { RequirementId } from '../contract/requirements.ts';
import type { Facts } from '../facts/facts.ts';
import type { Exchange } from '../requests/exchange.ts';
import {
  blamedHere,
  blamedParts,
  explanationsOf,
  type Part,
  type RangeResponse,
  rangeDifferences,
  someOf,
} from './range-differences.ts';
import type { Ledger } from './rule.ts';

/** What findings say about the ranges of one endpoint. */
interface Wording {
  readonly requirements: Readonly<Record<Part, RequirementId>>;
  /** Such as `the chart`. */
  readonly subject: string;
  /** Such as `does not show`. */
  readonly breach: string;
}

/**
 * Compares all responses of an endpoint with the existing reports. Returns a function that records what one of them passes and
 * fails: which end is to blame depends on all of them.
 */
export function rangeJudge<Response extends { readonly exchange: Exchange }>(
  facts: Facts,
  responses: readonly Response[],
  rangeOf: (response: Response) => RangeResponse,
  { requirements, subject, breach }: Wording,
): (response: Response, ledger: Ledger) => void {
  const judged = new Map(responses.map((one) => [one, rangeDifferences(facts, rangeOf(one))]));
  const all = [...judged.values()];
  const explanations = new Map(all.map((one) => [one, explanationsOf(one, all)]));
  const blamed = blamedParts([...explanations.values()].flat());
  return (response, ledger) => {
    const found = judged.get(response);
    if (found === undefined) return;
    const { since = '…', until = '…' } = rangeOf(response);
    for (const part of blamedHere(explanations.get(found) ?? [], blamed)) {
      ledger.fail(requirements[part], {
        message: `${subject} of ${since} to ${until} ${breach} the reports of these days`,
        expected: `missing: ${someOf(found.missing)}`,
        seen: `unexpected: ${someOf(found.extra)}`,
        exchange: response.exchange,
      });
    }
    for (const part of found.shown) if (!blamed.has(part)) ledger.pass(requirements[part]);
  };
}
