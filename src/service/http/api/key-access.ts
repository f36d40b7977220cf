import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Micros } from '../../domain/micros.ts';
import { hashApiKey, isApiKey } from '../../keys/api-key.ts';
import type { Snapshots } from '../../operations/snapshot.ts';
import type { Key, KeyStore } from '../../store/account-store.ts';
import type { AppOptions } from '../app-options.ts';
import { ClientNetworks } from '../server/client-network.ts';
import type { Fields } from '../server/content.ts';
import { CROSS_ORIGIN_FIELDS } from '../server/cross-origin.ts';
import type { RequestRecord } from '../server/observer.ts';
import { Problem } from '../server/problem.ts';
import { RateLimits, type RatePolicies, refusalProblem } from '../server/rate-limit.ts';
import type { Access } from './access.ts';
import { dailyQuota, type QuotaCounter } from './quota.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Router } from './router.ts';

/** Authenticates owners of keys, counts their requests and caches their responses, for all venues of a process. */
export interface KeyAuthentication {
  readonly authenticate: Authenticate;
  readonly countFailure: CountFailure;
  readonly accountsVersion: () => number | Promise<number>;
  readonly quotaCounter: QuotaCounter;
  readonly caches: { readonly keys: ResponseCache };
}

const COMMON_FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', ...CROSS_ORIGIN_FIELDS];

const PRIVATE_FIELDS: Fields = [
  ...COMMON_FIELDS,
  'Cache-Control',
  'private, no-cache',
  'Vary',
  'Authorization, Accept-Encoding',
];

/** Reads under `/api/v1`: each needs a valid key, and consumes one request of its quota. */
export function keyAccess(
  { accounts, store, venue, cacheName, time, clock, contact }: AppOptions,
  router: Router,
  snapshots: Snapshots,
  { authenticate, accountsVersion, caches, countFailure, quotaCounter }: KeyAuthentication,
): Access {
  const consumeQuota = dailyQuota(quotaCounter, time, clock, contact);
  return {
    router,
    isCrossOrigin: true,
    refusalFields: [...COMMON_FIELDS, 'Vary', 'Accept-Encoding'],
    async admit(request, record) {
      try {
        const token = tokenOf(request.headers.authorization);
        const snapshot = await snapshots.current();
        const version = accounts === store ? snapshot.storeVersion : await accountsVersion();
        const key = await authenticate(token, version);
        record.key = key.id;
        requireVenue(key, venue);
        const rateLimit = await consumeQuota(key, snapshot.today);
        const fields = [...PRIVATE_FIELDS, 'X-Request-Id', record.id, ...rateLimit];
        return {
          key: key.id,
          account: key.account,
          snapshot,
          path: '',
          fields,
          problemFields: fields,
          async cached({ base, version, coding, compute }) {
            const name = `${cacheName} ${request.url} ${base} ${version}`;
            const cached = await caches.keys.get(name, coding, compute);
            return cached === 'too large' ? null : cached;
          },
        };
      } catch (error) {
        throw countFailure(error, request, record);
      }
    },
  };
}

const CREDENTIALS = /^token (\S+)$/i;

/** The key text in an `Authorization` field. Throws an `unauthorized` problem when there is none. */
export function tokenOf(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw unauthorized('Send the header "Authorization: Token <API_KEY>" with a key that was issued to you.');
  }
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token !== undefined) return token;
  throw unauthorized('The Authorization header must be the word "Token", one space, and the key.');
}

/** Returns the key of a token. Throws, or rejects with, an `unauthorized` problem if it is unknown, revoked or expired. */
type Authenticate = (token: string, storeVersion: number) => Key | Promise<Key>;

/**
 * Finds keys in a store. Found ones are cached until the store changes, so a revocation takes effect with the next snapshot; the expiry
 * of a key takes effect by the clock.
 */
export function authentication(store: Pick<KeyStore, 'findKey'>, clock: () => Micros): Authenticate {
  const cache = new LRUCache<string, Key>({ max: 10_000 });
  let cachedVersion = Number.NaN;

  async function find(token: string, storeVersion: number): Promise<Key> {
    const key = isApiKey(token) ? await store.findKey(hashApiKey(token)) : null;
    if (key === null) throw unauthorized('The key is unknown. Check that you copied all of it.');
    if (key.revokedAt !== null) throw unauthorized('The key was revoked.');
    // A key that was read before a change must not be cached after it.
    if (cachedVersion === storeVersion) cache.set(token, key);
    return unexpired(key);
  }

  function unexpired(key: Key): Key {
    if (key.expiresAt === null || clock() < key.expiresAt) return key;
    throw unauthorized('The key has expired.');
  }

  return (token, storeVersion) => {
    if (storeVersion !== cachedVersion) {
      cache.clear();
      cachedVersion = storeVersion;
    }
    const cached = cache.get(token);
    return cached === undefined ? find(token, storeVersion) : unexpired(cached);
  };
}

/** Throws an `unauthorized` problem if a key is for other venues. */
function requireVenue({ venues }: Key, venue = ''): void {
  if (venues === null || venues.split(',').includes(venue)) return;
  throw unauthorized(`This key is not valid at this venue. It is valid at ${venues.replaceAll(',', ', ')}.`);
}

/**
 * Requests without a valid key in one network: a whole campus can have one address, and a run of the gate sends 18 (gap
 * `failed-authentication`).
 */
export const FAILURE_POLICIES = { failures: { count: 300, seconds: 100 } } as const satisfies RatePolicies;

/** Returns the error that the client gets for an error, and notes the client's address for the log. */
type CountFailure = (error: unknown, request: IncomingMessage, record: RequestRecord) => unknown;

/**
 * Limits how often authentication fails in a network: beyond that, an `unauthorized` problem becomes a `too-many-failures` problem. Valid
 * keys never wait. `trustedProxies`: addresses or ranges whose forwarding headers count.
 */
export function failureLimit(trustedProxies: readonly string[]): CountFailure {
  const networks = new ClientNetworks(trustedProxies);
  const limits = new RateLimits(FAILURE_POLICIES);
  return (error, request, record) => {
    if (!(error instanceof Problem) || error.code !== 'unauthorized') return error;
    // A valid key at a venue that it is not for.
    if (record.key !== undefined) return error;
    record.client = networks.addressOf(request);
    const refusal = limits.admit({ failures: networks.of(request).network });
    if (refusal === null) return error;
    const detail =
      'Your network has sent too many requests without a valid key. Requests with a valid key are not affected. ' +
      `Check your key, and retry in ${refusal.wait} s.`;
    return refusalProblem('too-many-failures', detail, refusal);
  };
}

/** The problem of a request without a key that works. */
export function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}
