import express, { type Request, type RequestHandler, type Response } from 'express';
import { limitBody, untilTooLarge } from './admission.ts';
import { ClientNetworks } from './client-network.ts';
import { Problem } from './problem.ts';
import { RateLimit, type RatePolicy, refusalFields, type Seconds } from './rate-limit.ts';

/** Where finders of leaked keys send them (docs/leaked-keys.md). */
export const LEAKED_KEYS_PATH = '/leaked-keys';

/** Requests of one network. A scanner sends many keys with each. */
export const LEAKED_KEYS_POLICY = {
  name: 'leaked-keys',
  count: 30,
  seconds: 60,
} as const satisfies RatePolicy;

const REVOKED = 'If this service issued these keys, they no longer work.';
const MAX_KEYS = 100;
const MAX_BYTES = 65_536;
const RULE =
  `Send {"key": "hc_…"} or [{"token": "hc_…"}] as JSON, or the field key of a form, with at most ${MAX_KEYS} keys and ` +
  `${MAX_BYTES / 1024} kilobytes, without compression.`;

interface Options {
  readonly trustedProxies: readonly string[];
  /** Revokes the key of a secret, if there is one. */
  readonly revokeLeakedKey: (secret: string) => Promise<void>;
}

/**
 * Revokes keys that somebody found. Anybody who has a key could use it, so no other proof is needed. The response is the same for keys of this
 * service and for anything else.
 */
export function leakedKeys(
  { trustedProxies, revokeLeakedKey }: Options,
  now?: Seconds,
): readonly RequestHandler[] {
  const networks = new ClientNetworks(trustedProxies);
  const limit = new RateLimit(LEAKED_KEYS_POLICY, now);
  const admit: RequestHandler = (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    const wait = request.method === 'POST' ? limit.admit(networks.of(request)) : 0;
    if (request.method === 'POST' && wait === 0) return next();
    limitBody(request, response);
    throw wait === 0 ? wrongMethod() : tooManyRequests(wait);
  };
  const revoke: RequestHandler = async (request, response) => {
    for (const key of keysIn(request.body)) await revokeLeakedKey(key);
    // The line ends, so that the prompt of a shell begins a new one.
    response.type('json').send(`${JSON.stringify({ message: REVOKED })}\n`);
  };
  return [admit, readBody, revoke];
}

const parsers = [
  express.json({ limit: MAX_BYTES, inflate: false }),
  express.urlencoded({ limit: MAX_BYTES, inflate: false, extended: false, parameterLimit: MAX_KEYS }),
];

/** Reads a small body of a known type. What is wrong with another one is not logged, because it may have a key. */
const readBody: RequestHandler = (request, response, next) => {
  // Without it, the client would wait before it sends the body.
  if (request.headers.expect !== undefined) response.writeContinue();
  const done = untilTooLarge(request, MAX_BYTES, (error) => {
    if (error === undefined) return next();
    limitBody(request, response);
    next(unreadable());
  });
  read(parsers, request, response, done);
};

function read(
  [parse, ...others]: readonly RequestHandler[],
  request: Request,
  response: Response,
  done: (error?: unknown) => void,
): void {
  if (parse === undefined) return done();
  parse(request, response, (error) =>
    error === undefined ? read(others, request, response, done) : done(error),
  );
}

/** The keys in a body, each once. Throws a `malformed-request` problem for a body of another shape. */
function keysIn(body: unknown): ReadonlySet<string> {
  const texts = Array.isArray(body)
    ? body.map((item: { readonly token?: unknown } | null) => item?.token)
    : [(body as { readonly key?: unknown } | null | undefined)?.key];
  const keys = texts.filter((text) => typeof text === 'string');
  if (keys.length < texts.length || keys.length > MAX_KEYS) throw unreadable();
  return new Set(keys.map((key) => key.trim()));
}

function unreadable(): Problem {
  return new Problem('malformed-request', RULE);
}

function wrongMethod(): Problem {
  return new Problem('method-not-allowed', 'Only POST is allowed here.', { headers: { Allow: 'POST' } });
}

function tooManyRequests(wait: number): Problem {
  const { count, seconds, name } = LEAKED_KEYS_POLICY;
  const detail = `A network may send ${count} requests in ${seconds} s here, with ${MAX_KEYS} keys each. Retry in ${wait} s.`;
  return new Problem('too-many-requests', detail, {
    headers: refusalFields(LEAKED_KEYS_POLICY, wait),
    violatedPolicies: [name],
  });
}
