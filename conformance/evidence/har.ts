import { isObject, parseJson, withoutMark } from '../contract/json.ts';
import type { Exchange } from '../requests/exchange.ts';
import { createIntake, sizeOf } from '../safety/intake.ts';
import { limits } from '../safety/limits.ts';
import { printableJson } from '../safety/printable.ts';
import type { Evidence, Recording } from './evidence.ts';
import { isSavedEntry, isSavedRun } from './saved-run.ts';

/** Version of the archives that the gate writes. */
const evidenceVersion = 1;

/** The run as an HTTP archive. Any HAR viewer shows it; the fields with an underscore let the gate judge it again. */
export function writeHar(recording: Recording): string {
  return [...harParts(recording)].join('');
}

/** The archive in pieces, one for each exchange. */
export function* harParts({ exchanges, ...run }: Recording): Iterable<string> {
  const head = {
    version: '1.2',
    creator: { name: 'queue-headcount conformance', version: String(evidenceVersion) },
    _evidenceVersion: evidenceVersion,
    _run: run,
  };
  yield `{"log":${printableJson(head).slice(0, -1)},"entries":[`;
  for (const [at, exchange] of exchanges.entries())
    yield `${at === 0 ? '' : ','}\n${printableJson(entryOf(exchange), 1)}`;
  yield ']}}\n';
}

interface HarResponse {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly content: { readonly size: number; readonly text: string };
}

function entryOf(exchange: Exchange): object {
  const { response, ...rest } = exchange;
  const request = {
    method: exchange.method,
    url: exchange.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers:
      exchange.authorization === null ? [] : [{ name: 'Authorization', value: exchange.authorization }],
    queryString: [...new URL(exchange.url).searchParams].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: 0,
  };
  const harResponse = {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: Object.entries(response?.headers ?? {}).map(([name, value]) => ({ name, value })),
    content: {
      size: response?.bytes ?? 0,
      mimeType: response?.headers['content-type'] ?? '',
      text: response?.body ?? '',
    },
    redirectURL: response?.headers['location'] ?? '',
    headersSize: -1,
    bodySize: response?.bytes ?? 0,
  };
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: exchange.durationMs,
    request,
    response: harResponse,
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    _exchange: rest,
  };
}

/** Parses an archive that the gate wrote, or returns what is wrong with it. */
export function readHar(text: string): Evidence | string {
  const { values } = sizeOf(text);
  if (values > limits.runValues) return `it has more than ${limits.runValues.toLocaleString('en-US')} values`;
  const har = parseJson(withoutMark(text));
  const log = isObject(har) && isObject(har['log']) ? har['log'] : undefined;
  if (log === undefined || !Array.isArray(log['entries'])) return 'not an HTTP archive';
  if (!('_evidenceVersion' in log))
    return 'not recorded by the gate: judge takes the run.har that a run writes with --out';
  if (log['_evidenceVersion'] !== evidenceVersion || !isObject(log['_run']))
    return 'not saved by this version of the gate';
  if (!log['entries'].every(isSavedEntry)) return 'an entry is damaged';
  if (!isSavedRun(log['_run'])) return 'the description of the run is damaged';
  const exchanges = log['entries'].map((entry): Exchange => {
    const { _exchange, response: saved } = entry as {
      _exchange: Omit<Exchange, 'response'>;
      response: HarResponse;
    };
    if (_exchange.unanswered !== undefined) return _exchange;
    const headers = Object.fromEntries(saved.headers.map(({ name, value }) => [name, value]));
    return {
      ..._exchange,
      response: { status: saved.status, headers, body: saved.content.text, bytes: saved.content.size },
    };
  });
  return excessIn(exchanges) ?? { ...(log['_run'] as unknown as Omit<Evidence, 'exchanges'>), exchanges };
}

/** Which response is larger than a run may have, and which limit it exceeds. */
function excessIn(exchanges: readonly Exchange[]): string | undefined {
  const intake = createIntake();
  for (const { number, response } of exchanges) {
    const excess = response && intake.take(response.body, Buffer.byteLength(response.body));
    if (excess !== undefined) return `request ${number}: ${excess}`;
  }
  return undefined;
}
