import type { Evidence } from '../evidence/evidence.ts';
import { present } from '../requests/credentials.ts';
import type { Exchange } from '../requests/exchange.ts';

/** The key of the made-up recordings. */
export const RECORDED_KEY = 'k3yOfSomebody77';

/** An archive as another tool writes it, made from the exchanges of a run. */
export type Shape = (exchanges: readonly Exchange[]) => object;

/** The run as a tool would have recorded it, as text. */
export function recordingOf({ exchanges }: Pick<Evidence, 'exchanges'>, shape: Shape): string {
  return JSON.stringify(shape(exchanges.filter(({ response }) => response !== undefined)));
}

/** Chromium's developer tools: HTTP/2 names, secrets removed, preflights, cached copies, assets of the page; not in order. */
export const chromium: Shape = (exchanges) => ({
  log: {
    version: '1.2',
    creator: { name: 'WebInspector', version: '537.36' },
    pages: [],
    entries: [
      ...exchanges.flatMap((exchange) => {
        const entry = entryOf(exchange, {
          request: [
            [':authority', new URL(exchange.url).host],
            [':method', exchange.method],
            ['user-agent', 'Mozilla/5.0'],
          ],
          response: [[':status', String(exchange.response?.status)]],
        });
        const own = { ...entry, _initiator: { type: 'script' }, _resourceType: 'fetch', _priority: 'High' };
        return [
          own,
          { ...own, request: { ...own.request, method: 'OPTIONS' }, response: statusOnly(204) },
          { ...own, _fromCache: 'disk' },
        ];
      }),
      otherHost('https://cdn.example/app.js'),
      otherHost('https://cdn.example/api/v1/other'),
    ].toReversed(),
  },
});

/** Firefox's developer tools: everything recorded, some bodies in base64, one recorded twice, 304 for what it had. */
export const firefox: Shape = (exchanges) => ({
  log: {
    version: '1.2',
    creator: { name: 'Firefox', version: '145.0' },
    browser: { name: 'Firefox', version: '145.0' },
    entries: exchanges.flatMap((exchange, at) => {
      const entry = entryOf(exchange, {
        request: [['Host', new URL(exchange.url).host], ...authorizationOf(exchange)],
        response: [],
        isBase64: at % 2 === 0,
      });
      const again = { ...entry, response: statusOnly(304) };
      return at % 5 === 0 ? [entry, entry, again] : [entry];
    }),
  },
});

/** mitmproxy's export: sizes of coded bodies, other methods and hosts in between. */
export const mitmproxy: Shape = (exchanges) => ({
  log: {
    version: '1.2',
    creator: { name: 'mitmproxy', version: '12.1', comment: '' },
    entries: exchanges.flatMap((exchange) => {
      const entry = entryOf(exchange, {
        request: [['accept', '*/*'], ...authorizationOf(exchange)],
        response: [['content-encoding', 'br']],
      });
      const size = Math.round(entry.response.content.size / 3) + 20;
      entry.response.content.size = size;
      return [entry, otherHost('https://telemetry.example/api/v2/status')];
    }),
  },
});

interface Headers {
  readonly request: readonly (readonly [string, string])[];
  readonly response: readonly (readonly [string, string])[];
  readonly isBase64?: boolean;
}

function entryOf(
  { url, method, response, startedAt, durationMs, credential, params }: Exchange,
  headers: Headers,
) {
  const { body = '', bytes = 0, status = 0, headers: received = {} } = response ?? {};
  const isElsewhere = credential === 'elsewhere';
  const sent = new URL(url);
  if (isElsewhere) {
    sent.search = new URLSearchParams({ ...params, ...present('elsewhere', RECORDED_KEY).params }).toString();
  }
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      url: sent.href,
      httpVersion: 'h2',
      headers: listOf(headers.request),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'h2',
      headers: listOf([...headers.response, ...Object.entries(received)]),
      cookies: [],
      content: {
        size: bytes,
        mimeType: received['content-type'] ?? '',
        text: headers.isBase64 === true ? Buffer.from(body).toString('base64') : body,
        ...(headers.isBase64 === true ? { encoding: 'base64' } : {}),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

function authorizationOf({ credential }: Exchange): readonly (readonly [string, string])[] {
  const { headers } = present(credential, RECORDED_KEY);
  return credential === 'elsewhere' || headers['authorization'] === undefined
    ? []
    : [['Authorization', headers['authorization']]];
}

function listOf(headers: readonly (readonly [string, string])[]) {
  return headers.map(([name, value]) => ({ name, value }));
}

function statusOnly(status: number) {
  return { status, headers: [], content: { size: 0, mimeType: 'x-unknown' }, redirectURL: '' };
}

function otherHost(url: string) {
  return {
    startedDateTime: '2026-11-20T12:00:00.000Z',
    time: 3,
    request: { method: 'GET', url, headers: [] },
    response: { status: 200, headers: [], content: { size: 2, text: '{}', mimeType: 'application/json' } },
  };
}
