import { loadContract } from '../../conformance/contract/contract.ts';
import type { ExitCode } from '../../conformance/contract/outcomes.ts';
import {
  type Report,
  type ReportedRequirement,
  reportVersion,
} from '../../conformance/contract/report-types.ts';
import type { Evidence } from '../../conformance/evidence/evidence.ts';
import { countsIn, dailyQuota, gateVersion } from '../../conformance/reports/report.ts';
import { createRedact } from '../../conformance/requests/credentials.ts';
import type { Exchange } from '../../conformance/requests/exchange.ts';
import { type Printable, printable } from '../../conformance/safety/printable.ts';
import { shownAuthorization } from './rules/rule.ts';
import type { ClientRun, SeenRequest } from './session.ts';

const SILENT =
  'The client sent no request. It has to send them to HEADCOUNT_URL, with the key in HEADCOUNT_API_KEY.';

/** The report of a check, and its requests as the gate's reports show them. */
export function clientReport(about: {
  readonly form: 1 | 2;
  readonly client: { readonly name: string };
  readonly repeat?: string;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly runs: readonly ClientRun[];
  readonly requirements: readonly ReportedRequirement[];
}): { readonly report: Printable<Report>; readonly evidence: Evidence } {
  const { form, client, key, startedAt, runs, requirements } = about;
  const exchanges = runs.flatMap((run) =>
    run.requests.map((request) => exchangeOf(request, run, key, startedAt)),
  );
  const counts = countsIn(requirements);
  const exitCode: ExitCode = counts.fail > 0 ? 1 : exchanges.length === 0 || counts.inconclusive > 0 ? 3 : 0;
  const finishedAt = Date.now();
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const report = printable<Report>({
    version: reportVersion,
    subject: 'client',
    verdict: exitCode === 0 ? 'success' : exitCode === 1 ? 'failure' : 'inconclusive',
    exitCode,
    ...(exchanges.length === 0 ? { problem: `${SILENT} It ended (${runs[0]?.ending.text ?? ''}).` } : {}),
    advice: [],
    target: client.name,
    level: 'full',
    formDeclared: form,
    formJudged: form,
    formSeen: form,
    documentHash: loadContract(form).hash,
    gateVersion,
    startedAt: new Date(startedAt).toISOString(),
    seconds: (finishedAt - startedAt) / 1000,
    requests: exchanges.length,
    maxRequests: Math.max(1, exchanges.length),
    quotaShare: exchanges.length / dailyQuota,
    repeat: about.repeat ?? client.name,
    counts,
    requirements: redacted(requirements, key),
    causes: failed.map(({ id }) => ({ requirement: id, consequences: [] })),
    skipped: [],
    stale: [],
    expired: [],
  });
  const evidence: Evidence = {
    target: client.name,
    publicUrl: '',
    formDeclared: form,
    level: 'full',
    maxRequests: exchanges.length,
    startedAt,
    finishedAt,
    exchanges,
    skipped: [],
  };
  return { report, evidence };
}

function exchangeOf(request: SeenRequest, { scene }: ClientRun, key: string, began: number): Exchange {
  const { number, endpoint, method, url, headers, response, at, answeredAt } = request;
  return redacted(
    {
      number,
      step: scene.id,
      endpoint: endpoint ?? url.pathname,
      method,
      credential: headers.authorization === `Token ${key}` ? 'key' : 'none',
      params: Object.fromEntries(url.searchParams),
      url: url.href,
      authorization: shownAuthorization(headers.authorization, key),
      startedAt: began + at,
      durationMs: Math.round(answeredAt - at),
      response,
    },
    key,
  );
}

/** The value with a placeholder for the key in its texts. */
function redacted<Value>(value: Value, key: string): Value {
  const redact = createRedact(key);
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' ? redact(one) : one,
  );
}
