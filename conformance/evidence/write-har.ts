import type { Exchange } from '../requests/exchange.ts';
import { printableJson } from '../safety/printable.ts';
import type { Recording } from './evidence.ts';
import { evidenceVersion } from './har.ts';

/** The run as an HTTP archive. Any HAR viewer shows it; the fields with an underscore let the gate judge it again. */
export function writeHar(recording: Recording): string {
  return [...harParts(recording)].join('');
}

/** The archive in pieces, one for each exchange. */
export function* harParts(recording: Recording): Iterable<string> {
  yield `{"log":${printableJson(headOf(recording)).slice(0, -1)},"entries":[`;
  for (const [at, exchange] of recording.exchanges.entries())
    yield `${at === 0 ? '' : ','}\n${printableJson(entryOf(exchange), 1)}`;
  yield ']}}\n';
}

/** The head of an archive that the gate writes. */
function headOf({ exchanges: _, ...run }: Recording): object {
  return {
    version: '1.2',
    creator: { name: 'queue-headcount conformance', version: String(evidenceVersion) },
    _evidenceVersion: evidenceVersion,
    _run: run,
  };
}

/** An entry of an archive that the gate writes: the fields with an underscore let it judge the run again. */
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
