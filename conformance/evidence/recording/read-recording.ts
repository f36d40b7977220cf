import type { Form } from '../../contract/contract.ts';
import { arrayIn, isObject, type JsonObject } from '../../contract/json.ts';
import { allEndpoints, type Endpoint } from '../../contract/operations.ts';
import type { LeftOut } from '../../contract/report-types.ts';
import {
  createRedact,
  describeAuthorization,
  isKeyParameter,
  type Redact,
} from '../../requests/credentials.ts';
import { type Exchange, keyPlaceholder } from '../../requests/exchange.ts';
import type { Evidence } from '../evidence.ts';
import { type HarEntry, readEntry } from './har-entry.ts';
import { recordedCredentials } from './recorded-credentials.ts';
import { isLink, linksOf, stepOf } from './recorded-parameters.ts';

/** What a recording by another tool does not say itself. */
export interface RecordingOptions {
  readonly form?: Form | 'auto';
  /** The base URL to judge; by default the one with the most requests. */
  readonly url?: string;
  /** The base URL expected in links; by default the judged one. */
  readonly publicUrl?: string;
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const longestMs = 3_600_000;

/** Turns a recording by a browser, a proxy or another tool into evidence, or returns why it cannot. */
export function readRecording(log: JsonObject, options: RecordingOptions = {}): Evidence | string {
  const all = arrayIn(log, 'entries').flatMap((entry) => readEntry(entry) ?? []);
  const base = options.url?.replace(/\/+$/, '').replace(/\/api\/v1$/, '') ?? busiestBase(all);
  if (base === undefined)
    return `none of its ${arrayIn(log, 'entries').length} requests is to an endpoint below /api/v1`;
  const leftOut = new Map<string, number>();
  const omit = (reason: string) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const located = all.flatMap((entry) => {
    const endpoint = endpointOf(entry, base);
    if (endpoint !== undefined) return [{ entry, endpoint }];
    omit('to other addresses');
    return [];
  });
  if (located.length === 0)
    return `none of its ${all.length} requests is to an endpoint below ${base}/api/v1`;
  const readable = located.filter(({ entry }) => {
    const obstacle = obstacleTo(entry);
    if (obstacle !== undefined) omit(obstacle);
    return obstacle === undefined;
  });
  const sound = busiestHour(withoutCopies(readable, omit), omit);
  const entries = sound.map(({ entry }) => entry);
  if (entries.length === 0)
    return `none of its ${located.length} requests below ${base}/api/v1 can be judged: ${[...leftOut].map(([reason, count]) => `${count} ${reason}`).join('; ')}`;
  const links = linksOf(entries);
  const credentials = recordedCredentials(entries, links);
  const redact = redactAll(credentials.keys);
  const exchanges: Exchange[] = [];
  for (const { entry, endpoint } of sound) {
    const credential = credentials.of(entry);
    if (typeof credential === 'string') {
      const step =
        entry.method === 'GET' ? stepOf(endpoint, entry, links) : `method-${entry.method}-${endpoint}`;
      exchanges.push(
        exchangeOf(entry, {
          number: exchanges.length + 1,
          endpoint,
          credential,
          step,
          redact,
          mayHaveKeys: !isLink(entry.url, links),
        }),
      );
    } else omit(credential.unknown);
  }
  return {
    target: base,
    publicUrl: options.publicUrl?.replace(/\/+$/, '') ?? base,
    formDeclared: options.form ?? 'auto',
    level: 'full',
    maxRequests: Math.max(1, exchanges.length),
    startedAt: entries.reduce((first, entry) => Math.min(first, entry.startedAt), Number.POSITIVE_INFINITY),
    finishedAt: entries.reduce((last, entry) => Math.max(last, entry.startedAt + entry.durationMs), 0),
    exchanges,
    skipped: [],
    recording: {
      creator: creatorOf(log),
      entries: arrayIn(log, 'entries').length,
      leftOut: [...leftOut].map(([reason, count]): LeftOut => ({ reason, count })),
    },
  };
}

interface Located {
  readonly entry: HarEntry;
  readonly endpoint: Endpoint;
}

/** The base URL below which most requests go to documented endpoints. */
function busiestBase(entries: readonly HarEntry[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { url } of entries) {
    const at = url.pathname.lastIndexOf('/api/v1/');
    if (at === -1 || !allEndpoints().includes(url.pathname.slice(at + '/api/v1/'.length))) continue;
    const base = `${url.origin}${url.pathname.slice(0, at)}`;
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function endpointOf({ url }: HarEntry, base: string): Endpoint | undefined {
  const { origin, pathname } = new URL(base);
  const prefix = `${pathname.replace(/\/+$/, '')}/api/v1/`;
  if (url.origin !== origin || !url.pathname.startsWith(prefix)) return undefined;
  return allEndpoints().find((endpoint) => endpoint === url.pathname.slice(prefix.length));
}

/** The requests in the order of time, each once: tools that record in two places write some twice. */
function withoutCopies(all: readonly Located[], omit: (reason: string) => void): readonly Located[] {
  const seen = new Set<string>();
  return all
    .toSorted((a, b) => a.entry.startedAt - b.entry.startedAt)
    .filter(({ entry: { method, url, requestHeaders, startedAt, status, body } }) => {
      const key = JSON.stringify([method, url.href, ...requestHeaders, startedAt, status, body]);
      const isCopy = seen.has(key);
      if (isCopy) omit('recorded twice');
      seen.add(key);
      return !isCopy;
    });
}

/** The hour with the most requests: rules compare responses, and a deployment may change within hours. */
function busiestHour(all: readonly Located[], omit: (reason: string) => void): readonly Located[] {
  let best: readonly [number, number] = [0, 0];
  let end = 0;
  for (const [at, { entry }] of all.entries()) {
    while (end < all.length && (all[end]?.entry.startedAt ?? 0) <= entry.startedAt + longestMs) end += 1;
    if (end - at > best[1] - best[0]) best = [at, end];
  }
  for (let left = all.length - (best[1] - best[0]); left > 0; left -= 1) omit('outside the busiest hour');
  return all.slice(...best);
}

/** Why an entry shows nothing about the deployment, if so. */
function obstacleTo(entry: HarEntry): string | undefined {
  const { method, status, requestHeaders, isFromCache, body } = entry;
  if (!methods.includes(method)) return `with the method ${method}, which is not judged`;
  if (isFromCache) return 'from a cache';
  if (!(status >= 100)) return 'without a response';
  if (status === 304 || requestHeaders.has('range')) return 'for a part, or only if something changed';
  if (status === 429) return 'rejected with 429';
  const wantsPage = requestHeaders.get('accept')?.startsWith('text/html') === true;
  if (wantsPage && entry.responseHeaders['content-type']?.startsWith('text/html') === true)
    return 'for a page of HTML';
  return status === 200 && body === undefined ? 'without the whole body of the response' : undefined;
}

function exchangeOf(
  entry: HarEntry,
  {
    redact,
    mayHaveKeys,
    ...known
  }: Pick<Exchange, 'number' | 'endpoint' | 'credential' | 'step'> & {
    redact: Redact;
    /** Whether its parameters may contain keys. Links from a page of the feed contain none. */
    mayHaveKeys: boolean;
  },
): Exchange {
  const { method, url, startedAt, durationMs, status, responseHeaders, body, bytes } = entry;
  const { 'set-cookie': _, ...headers } = responseHeaders;
  // In parameters that take keys, also a text too short to look for elsewhere
  const redactParameter = (name: string, value: string) => {
    const redacted = redact(value);
    return mayHaveKeys && isKeyParameter(name) && !redacted.includes(keyPlaceholder)
      ? keyPlaceholder
      : redacted;
  };
  const parameters = [...url.searchParams].map(
    ([name, value]) => [name, redactParameter(name, value)] as const,
  );
  return {
    ...known,
    method,
    params: Object.fromEntries(parameters),
    url: redact(url.href.replace(/#.*/, '')).replace(
      /([?&])([^=&]*)=([^&]*)/g,
      (_pair, mark: string, name: string, value: string) => `${mark}${name}=${redactParameter(name, value)}`,
    ),
    authorization: describeAuthorization(known.credential),
    startedAt,
    durationMs,
    response: {
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)])),
      body: redact(body ?? ''),
      bytes,
      ...(body === undefined ? { isBodyMissing: true } : {}),
    },
  };
}

function redactAll(keys: readonly string[]): Redact {
  const each = keys.map(createRedact);
  return (text) => each.reduce((left, redact) => redact(left), text);
}

function creatorOf(log: JsonObject): string {
  const { name, version } = isObject(log['creator']) ? log['creator'] : {};
  return (
    [name, version].filter((part) => typeof part === 'string' && part !== '').join(' ') || 'an unnamed tool'
  );
}
