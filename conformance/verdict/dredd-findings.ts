import type { Form } from '../contract/contract.ts';
import { fieldAt } from '../contract/fields.ts';
import { isCsv } from '../contract/operations.ts';
import { type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { DreddVerdict } from '../dredd/thread.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { curlOf } from '../requests/curl.ts';
import { placeOf } from './place.ts';
import { addFailure, entryOf, type Tally } from './tally.ts';

/**
 * Adds Dredd's failures that no rule explains to the tally: failures in exchanges at which no rule found one. Server errors
 * and requests without a response are reported elsewhere.
 */
export function addDreddFindings(tally: Tally, evidence: Evidence, form: Form): void {
  const explained = new Set(
    [...tally.values()].flatMap(({ places }) => [...places.values()]).map(({ step }) => step),
  );
  for (const verdict of evidence.dredd?.verdicts ?? []) {
    const exchange = evidence.exchanges.find(({ number }) => number === verdict.exchange);
    const status = exchange?.response?.status ?? 0;
    if (
      verdict.result !== 'fail' ||
      status >= 500 ||
      (exchange !== undefined && explained.has(exchange.step))
    )
      continue;
    const messages = verdict.messages.length > 0 ? verdict.messages : [`${verdict.name} fails`];
    for (const message of messages) {
      const requirement = requirementFor(form, verdict, message, status);
      const finding = {
        message,
        expected:
          status === verdict.expectedStatus ? 'a response as documented' : `status ${verdict.expectedStatus}`,
        seen: seenAt(message, status),
        stage: 'dredd' as const,
        ...(exchange === undefined ? {} : { exchange: exchange.number, curl: curlOf(exchange) }),
      };
      const place = placeOf({ exchange, pointer: pointerIn(message) }, requirementOf(requirement).endpoints);
      addFailure(entryOf(tally, requirement), place, () => finding);
    }
  }
}

function requirementFor(
  form: Form,
  { endpoint, expectedStatus }: DreddVerdict,
  message: string,
  status: number,
): RequirementId {
  if (expectedStatus === 401) return 'auth.missing';
  if (expectedStatus === 200 && (status === 401 || status === 403)) return 'auth.accepted';
  if (status !== expectedStatus) return 'http.answers';
  const pointer = pointerIn(message);
  const field = pointer === undefined ? undefined : fieldAt(form, endpoint, pointer);
  return field?.requirement ?? (isCsv(endpoint) ? 'export.csv' : 'http.json');
}

/** The JSON pointer that Dredd's validator puts between quotes. */
function pointerIn(message: string): string | undefined {
  return /'(\/[^']*)'/.exec(message)?.[1];
}

function seenAt(message: string, status: number): string {
  const pointer = pointerIn(message);
  return pointer === undefined ? `status ${status}` : `status ${status}, ${pointer} in the body`;
}
