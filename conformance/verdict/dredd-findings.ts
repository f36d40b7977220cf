import type { Finding } from '../contract/types.ts';
import type { DreddVerdict, Evidence } from '../evidence/evidence.ts';
import { placeAt } from '../rules/schema-places.ts';

/** What Dredd failed, as findings of the requirements concerned. Server errors and unanswered requests have their own. */
export function dreddFindings(
  evidence: Evidence,
): readonly { readonly requirement: string; readonly finding: Finding }[] {
  return (evidence.dredd?.verdicts ?? []).flatMap((verdict) => {
    if (verdict.result !== 'fail') return [];
    const exchange = evidence.exchanges.find(({ number }) => number === verdict.exchange);
    const status = exchange?.answer?.status ?? 0;
    if (status >= 500) return [];
    const refused = verdict.expectedStatus === 200 && (status === 401 || status === 403);
    const messages = verdict.messages.length > 0 ? verdict.messages : [`${verdict.name} fails`];
    return messages.map((message) => ({
      requirement: requirementFor(verdict, message, refused, status),
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
  { endpoint, expectedStatus }: DreddVerdict,
  message: string,
  refused: boolean,
  status: number,
): string {
  if (expectedStatus === 401) return 'auth.missing';
  if (refused) return 'auth.accepted';
  if (status !== expectedStatus) return 'http.answers';
  const pointer = /'(\/[^']*)'/.exec(message)?.[1];
  const place = pointer === undefined ? undefined : placeAt(endpoint, pointer);
  return place?.requirement ?? (endpoint === 'export.csv' ? 'export.csv' : 'http.json');
}
