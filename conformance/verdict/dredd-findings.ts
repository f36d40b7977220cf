import type { Form } from '../contract/contract.ts';
import { fieldAt } from '../contract/fields.ts';
import { isCsv } from '../contract/operations.ts';
import type { Finding } from '../contract/outcomes.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { DreddVerdict, Evidence } from '../evidence/evidence.ts';

/** Dredd's failures, by requirement. Server errors and requests without a response are reported elsewhere. */
export function dreddFindings(
  evidence: Evidence,
  form: Form,
): readonly { readonly requirement: RequirementId; readonly finding: Finding }[] {
  return (evidence.dredd?.verdicts ?? []).flatMap((verdict) => {
    if (verdict.result !== 'fail') return [];
    const exchange = evidence.exchanges.find(({ number }) => number === verdict.exchange);
    const status = exchange?.response?.status ?? 0;
    if (status >= 500) return [];
    const messages = verdict.messages.length > 0 ? verdict.messages : [`${verdict.name} fails`];
    return messages.map((message) => ({
      requirement: requirementFor(form, verdict, message, status),
      finding: {
        message,
        expected: `${verdict.expectedStatus} as documented`,
        seen: `status ${status}`,
        stage: 'dredd' as const,
        ...(exchange === undefined ? {} : { exchange: exchange.number }),
      },
    }));
  });
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
  const pointer = /'(\/[^']*)'/.exec(message)?.[1];
  const field = pointer === undefined ? undefined : fieldAt(form, endpoint, pointer);
  return field?.requirement ?? (isCsv(endpoint) ? 'export.csv' : 'http.json');
}
