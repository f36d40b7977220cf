import { createIntake, type Intake, isTooLarge } from '../safety/intake.ts';
import { createRedact, describeAuthorization, present } from './credentials.ts';
import type { Exchange, HttpResponse, RequestSpec } from './exchange.ts';
import type { Received, SendRequest } from './send-request.ts';

export interface ClientOptions {
  readonly target: string;
  readonly key: string;
  readonly maxRequests: number;
  readonly timeoutMs: number;
  /** Epoch milliseconds after which nothing is sent any more. */
  readonly deadline: number;
  /** Sends requests. */
  readonly fetch: SendRequest;
  /** Epoch milliseconds, by default of this machine's clock. */
  readonly now?: () => number;
}

/** Sends the planned requests one after the other, and records what happened. */
export interface Client {
  readonly exchanges: readonly Exchange[];
  readonly sent: () => number;
  /** Why no more requests may be sent, if so. */
  readonly stopped: () => string | undefined;
  readonly send: (step: string, spec: RequestSpec) => Promise<Exchange>;
}

/** Why a request whose redirects lead back has no response. */
export const redirectLoop = 'redirected in a loop';

const redirectLimit = 3;
const failuresInARow = 2;

/** Creates the gate's only access to the network. The key is sent to the target's origin only. */
export function createClient(options: ClientOptions): Client {
  const redact = createRedact(options.key);
  const { fetch: fetching, now = Date.now } = options;
  const exchanges: Exchange[] = [];
  let requests = 0;
  let stopped: string | undefined;
  let failures = 0;
  let redirectsFollowed = 0;
  const intake = createIntake();

  const fetchOnce = async (url: URL, method: string, headers: Record<string, string>) => {
    requests += 1;
    const left = Math.max(1, Math.min(options.timeoutMs, options.deadline - now()));
    const abort = new AbortController();
    const timer = setTimeout(
      () => abort.abort(new Error(`no complete response within ${Math.round(left / 100) / 10} s`)),
      left,
    );
    try {
      const received = await fetching(url, { method, headers, redirect: 'manual', signal: abort.signal });
      const body = await readBody(received, intake);
      // A body that lasts until the connection closes ends without an error when the time is over
      abort.signal.throwIfAborted();
      const pairs = [...received.headers].map(
        ([name, value]) => [name.toLowerCase(), redact(value)] as const,
      );
      return {
        status: received.status,
        headers: Object.fromEntries(pairs),
        body: redact(body.text),
        bytes: body.bytes,
      };
    } catch (error) {
      const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
      // Closes the connection of a response that is not read to its end
      abort.abort();
      throw reason;
    } finally {
      clearTimeout(timer);
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
      if (requests >= options.maxRequests) return undefined;
      visited.add(next.href);
      url = next;
      current = await fetchOnce(url, 'GET', headers);
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
      const response = await fetchOnce(url, method, { accept: acceptOf(spec), ...headers });
      let loop: string | undefined;
      if (isRedirect(response) && redirectsFollowed < 2) {
        redirectsFollowed += 1;
        loop = await loopAfter(url, response, headers);
      }
      outcome = loop === undefined ? { response } : { unanswered: loop };
      failures = 0;
      if (response.status === 429) {
        outcome = {
          unanswered: 'rejected with 429: the quota of the key is used up, or requests are throttled',
        };
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

  return { exchanges, sent: () => requests, stopped: () => stopped, send };
}

function urlOf(target: string, spec: RequestSpec, extra: Readonly<Record<string, string>>): URL {
  const url = new URL(`${target.replace(/\/+$/, '')}/api/v1/${spec.endpoint}`);
  for (const [name, value] of Object.entries({ ...spec.params, ...extra }))
    url.searchParams.append(name, value);
  return url;
}

function acceptOf(spec: RequestSpec): string {
  return spec.endpoint === 'export.csv' ? 'text/csv, */*;q=0.1' : 'application/json, */*;q=0.1';
}

function isRedirect(response: HttpResponse): boolean {
  return response.status >= 300 && response.status < 400 && response.headers['location'] !== undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code = cause !== undefined && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${cause?.message || error.message}${code}`;
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
