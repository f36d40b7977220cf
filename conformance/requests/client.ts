import { setTimeout as wait } from 'node:timers/promises';
import { createIntake, type Intake, isTooLarge } from '../safety/intake.ts';
import { counted } from '../safety/printable.ts';
import { Cookies } from './cookies.ts';
import { createRedact, describeAuthorization, present } from './credentials.ts';
import { type Exchange, type HttpResponse, isUnavailable, type RequestSpec } from './exchange.ts';
import { reasonOf } from './network-error.ts';
import { Pace } from './pace.ts';
import { type Received, type SendRequest, StaleConnection } from './send-request.ts';

export interface ClientOptions {
  readonly target: string;
  readonly key: string;
  readonly maxRequests: number;
  readonly timeoutMs: number;
  /** Epoch milliseconds after which nothing is sent any more. */
  readonly deadline: number;
  /** Sends requests. */
  readonly fetch: SendRequest;
  /** Extra header fields for every request, by name in lower case. Their values are secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Epoch milliseconds, by default of this machine's clock. */
  readonly now?: () => number;
}

/** Sends the planned requests one after the other, and records what happened. */
export interface Client {
  readonly exchanges: readonly Exchange[];
  readonly sent: () => number;
  /** How many requests may still be sent. */
  readonly left: () => number;
  /** Why no more requests may be sent, if so. */
  readonly stopped: () => string | undefined;
  readonly send: (step: string, spec: RequestSpec) => Promise<Exchange>;
}

/** Why a request whose redirects lead back has no response. */
export const redirectLoop = 'redirected in a loop';

const redirectLimit = 3;
const failuresInARow = 2;
/** How many times a request is repeated that came too soon. */
const repeatsOfThrottled = 3;
/** How many times the first request is repeated, after how many milliseconds, if the deployment seems to wake up. */
const repeatsWhileWaking = 2;
const wakingMs = 1000;
const throttled =
  'rejected with 429: the quota of the key is used up, or requests are throttled. Use another key, or run the gate again later';

/** Creates the gate's only access to the network. The key is sent to the target's origin only. */
export function createClient(options: ClientOptions): Client {
  const { fetch: fetching, headers: ownHeaders = {}, now = Date.now } = options;
  const redact = createRedact(options.key, Object.values(ownHeaders));
  const exchanges: Exchange[] = [];
  let requests = 0;
  let stopped: string | undefined;
  let failures = 0;
  let redirectsFollowed = 0;
  const intake = createIntake();
  const pace = new Pace(now);
  const cookies = new Cookies();
  const left = () => options.maxRequests - requests;

  /** The one place that everything leaves through, so that nothing is sent without being counted. */
  const attempt = async (url: URL, init: Omit<Parameters<SendRequest>[1], 'redirect'>): Promise<Received> => {
    if (left() <= 0)
      throw new Error(
        `the budget of ${counted(options.maxRequests, 'request')} has none left to repeat this one`,
      );
    requests += 1;
    pace.sent();
    return await fetching(url, { ...init, redirect: 'manual' });
  };

  const fetchOnce = async (url: URL, method: string, headers: Record<string, string>) => {
    const delay = Math.min(pace.delay(), options.deadline - now());
    if (delay > 0) await wait(delay);
    const time = Math.max(1, Math.min(options.timeoutMs, options.deadline - now()));
    const abort = new AbortController();
    const timer = setTimeout(
      () => abort.abort(new Error(`no complete response within ${Math.round(time / 100) / 10} s`)),
      time,
    );
    try {
      const init = { method, headers, signal: abort.signal };
      const received = await attempt(url, init).catch((error: unknown) => {
        // Every request only reads, so that one more does no harm, whatever its method.
        if (error instanceof StaleConnection) return attempt(url, init);
        throw error;
      });
      const body = await readBody(received, intake);
      // A body that lasts until the connection closes ends without an error when the time is over
      abort.signal.throwIfAborted();
      const pairs = [...received.headers].map(([name, value]) => [name.toLowerCase(), value] as const);
      cookies.take(pairs);
      pace.received(received.status, Object.fromEntries(pairs));
      return {
        status: received.status,
        headers: Object.fromEntries(pairs.map(([name, value]) => [name, redact(shownHeader(name, value))])),
        body: redact(body.text),
        bytes: body.bytes,
      };
    } catch (error) {
      const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
      // Closes the connection of a response that is not read to its end
      abort.abort();
      throw reason instanceof StaleConnection ? reason.cause : reason;
    } finally {
      clearTimeout(timer);
    }
  };

  /**
   * A request that came too soon is repeated when the deployment says, if that is before the run ends. The first one of a run is also
   * repeated while a gateway says that nothing is behind it: that a deployment has just woken up says nothing about its promises.
   */
  const fetchInTime = async (url: URL, method: string, headers: Record<string, string>) => {
    for (let repeats = 0; ; repeats += 1) {
      const response = await fetchOnce(url, method, headers);
      const isTooSoon = pace.isThrottled && repeats < repeatsOfThrottled;
      const isWaking =
        exchanges.length === 0 && isUnavailable(response.status) && repeats < repeatsWhileWaking;
      const pause = isWaking ? wakingMs : 0;
      const isInTime = now() + Math.max(pause, pace.delay()) < options.deadline;
      if (!(isTooSoon || isWaking) || left() <= 0 || !isInTime) return response;
      await wait(pause);
    }
  };

  /** Follows redirects on the same origin to detect a loop; returns the reason if there is one. */
  const loopAfter = async (from: URL, response: HttpResponse, headers: Record<string, string>) => {
    const visited = new Set([from.href]);
    let url = from;
    let current = response;
    for (let hop = 0; isRedirect(current); hop += 1) {
      const next = URL.parse(current.headers['location'] ?? '', url);
      if (next === null || next.origin !== from.origin) return undefined;
      if (visited.has(next.href) || hop >= redirectLimit) return redirectLoop;
      if (left() <= 0) return undefined;
      visited.add(next.href);
      url = next;
      current = await fetchInTime(url, 'GET', headers);
    }
    return undefined;
  };

  const send = async (step: string, spec: RequestSpec): Promise<Exchange> => {
    const method = spec.method ?? 'GET';
    const credential = spec.credential ?? 'key';
    const { headers, params } = present(credential, options.key);
    const url = urlOf(options.target, spec, params);
    const startedAt = now();
    const sentBefore = requests;
    let outcome: Pick<Exchange, 'response'> | Pick<Exchange, 'unanswered'>;
    try {
      // A balancer's cookie keeps the requests with the key together; others must be recognized by what they present.
      const cookie = credential === 'key' ? cookies.header() : {};
      const fields = { accept: acceptOf(spec), ...cookie, ...ownHeaders, ...headers };
      const response = await fetchInTime(url, method, fields);
      if (isUpgrade(url, response))
        stopped = 'the deployment redirects to https, where no key has to be sent in plain text';
      let loop: string | undefined;
      if (isRedirect(response) && redirectsFollowed < 2) {
        redirectsFollowed += 1;
        loop = await loopAfter(url, response, fields);
      }
      outcome = loop === undefined ? { response } : { unanswered: loop };
      failures = 0;
      if (response.status === 429) {
        outcome = { unanswered: throttled };
        stopped = 'the deployment responded with 429';
      }
    } catch (error) {
      const unanswered = redact(reasonOf(error));
      outcome = { unanswered };
      // The deployment works: it has only more to say than the gate reads.
      failures = isTooLarge(unanswered) ? 0 : failures + 1;
      if (failures >= failuresInARow)
        stopped = `${failuresInARow} requests in a row got no response: ${unanswered}`;
    }
    if (now() >= options.deadline) stopped ??= 'the time limit of the run was reached';
    const hops = requests - sentBefore - 1;
    const exchange: Exchange = {
      number: exchanges.length + 1,
      step,
      endpoint: spec.endpoint,
      method,
      credential,
      params: mapValues(spec.params ?? {}, redact),
      url: redact(url.href),
      authorization: describeAuthorization(credential),
      startedAt,
      durationMs: now() - startedAt,
      ...outcome,
      ...(hops === 0 ? {} : { hops }),
    };
    exchanges.push(exchange);
    return exchange;
  };

  return {
    exchanges,
    sent: () => requests,
    left,
    stopped: () => stopped,
    send,
  };
}

function urlOf(target: string, spec: RequestSpec, extra: Readonly<Record<string, string>>): URL {
  const url = new URL(`${target.replace(/\/+$/, '')}/api/v1/${spec.endpoint}`);
  for (const [name, value] of Object.entries({ ...spec.params, ...extra }))
    url.searchParams.append(name, value);
  return url;
}

/** A header field for the recording. The values of cookies are left out: they may belong to a session. */
function shownHeader(name: string, value: string): string {
  return name === 'set-cookie'
    ? value.replace(/(^|,)(\s*[^\s;,=]+)=[^;]*?(?=;|$|,\s*[^\s;,=]+=)/g, '$1$2=…')
    : value;
}

function acceptOf(spec: RequestSpec): string {
  return spec.endpoint === 'export.csv' ? 'text/csv, */*;q=0.1' : 'application/json, */*;q=0.1';
}

function isUpgrade(url: URL, response: HttpResponse): boolean {
  const location = isRedirect(response) ? URL.parse(response.headers['location'] ?? '', url) : null;
  return url.protocol === 'http:' && location?.protocol === 'https:';
}

function isRedirect(response: HttpResponse): boolean {
  return response.status >= 300 && response.status < 400 && response.headers['location'] !== undefined;
}

function mapValues(values: Readonly<Record<string, string>>, map: (value: string) => string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** Reads a body as UTF-8. Throws if it is too large. */
async function readBody(
  { body }: Received,
  intake: Intake,
): Promise<{ readonly text: string; readonly bytes: number }> {
  // ignoreBOM keeps a byte order mark in the text, where the CSV reader may see it
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    const excess = intake.excessOf(bytes);
    if (excess !== undefined) throw new Error(excess);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  const text = parts.join('') + decoder.decode();
  const excess = intake.take(text, bytes);
  if (excess !== undefined) throw new Error(excess);
  return { text, bytes };
}
