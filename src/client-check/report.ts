import type { ClientReport, ReportedRequirement } from '../../conformance/contract/report-types.ts';
import type { Recording } from '../../conformance/evidence/evidence.ts';
import { baseReport } from '../../conformance/reports/report.ts';
import { createRedact } from '../../conformance/requests/credentials.ts';
import type { Exchange } from '../../conformance/requests/exchange.ts';
import { type Printable, printable } from '../../conformance/safety/printable.ts';
import { exitCodeOf } from '../../conformance/verdict/exit-code.ts';
import { shownAuthorization } from './rules/rule.ts';
import type { Client, ClientRun, SeenRequest } from './session.ts';

/** Rules that take a page that is loaded again for one that polls or tries again. */
const COUNT_LOADS = /^pace\.(interval|retry-after-|unauthorized|quota)/;
/** Requests of each scene that reports show, besides those of findings. */
const SHOWN = 200;

interface CheckedClient {
  readonly form: 1 | 2;
  readonly client: Pick<Client, 'name' | 'hasKey'>;
  readonly repeat?: string;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly runs: readonly ClientRun[];
  readonly requirements: readonly ReportedRequirement[];
}

/** The report of a check, and its requests as the gate's reports show them. */
export function clientReport(about: CheckedClient): {
  readonly report: Printable<ClientReport>;
  readonly recording: Recording;
} {
  const { form, client, key, startedAt, runs, requirements } = about;
  const found = new Set(requirements.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)));
  const exchanges = runs.flatMap((run) =>
    run.requests
      .filter(({ number }, at) => at < SHOWN || found.has(number))
      .map((request) => exchangeOf(request, run, key, startedAt)),
  );
  const sent = runs.reduce((sum, run) => sum + run.sent, 0);
  const problem = sent === 0 ? silent(client, runs[0]?.ending.text) : undefined;
  const exitCode = exitCodeOf(requirements, { problem });
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const report = printable<ClientReport>({
    ...baseReport({
      verdict: exitCode === 0 ? 'success' : exitCode === 1 ? 'failure' : 'inconclusive',
      exitCode,
      ...(problem === undefined ? {} : { problem }),
      advice: sent === 0 ? [] : adviceOn(about, sent, exchanges.length),
      target: client.name,
      formJudged: form,
      startedAt,
      finishedAt: Date.now(),
      requests: sent,
      repeat: about.repeat ?? client.name,
      requirements: redacted(requirements, key),
      causes: failed.map(({ id }) => ({ requirement: id, consequences: [] })),
    }),
    subject: 'client',
  });
  return { report, recording: { exchanges } };
}

/** Sentences about what the reader should know of a check: how many requests there were, and how many the reports show. */
function adviceOn(
  { runs, requirements, client }: CheckedClient,
  sent: number,
  shown: number,
): readonly string[] {
  const isApp = client.hasKey === true;
  const counted = requirements.filter(({ id, outcome }) => outcome === 'fail' && COUNT_LOADS.test(id));
  const names = counted.map(({ id }) => id).join(', ');
  return [
    isApp &&
      runs.some(({ ending }) => ending.kind === 'unwatched') &&
      'Nothing looked at the app, so the rules survives.* were not tested: add --page or --probe.',
    isApp &&
      counted.length > 0 &&
      `A page that is loaded again, as development servers do when a file is saved, counts as polling or trying again. If that happened, repeat the check before you change anything about ${names}.`,
    shown < sent && `The client sent ${sent} requests; reports and recording show ${shown} of them.`,
  ].filter((sentence) => sentence !== false);
}

/** Why there is nothing to check. */
function silent({ hasKey = false }: Pick<Client, 'hasKey'>, end = ''): string {
  const what = hasKey
    ? 'The app sent no request. It has to send them to the address that is printed for each scene.'
    : 'The client sent no request. It has to send them to HEADCOUNT_URL, with the key in HEADCOUNT_API_KEY.';
  return end === '' ? what : `${what} It ended (${end}).`;
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
      ...(response.status === 0 ? { unanswered: 'the scene ends every connection' } : { response }),
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
