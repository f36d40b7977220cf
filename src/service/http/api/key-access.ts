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
import { Quota, type QuotaCounter } from './quota.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Router } from './router.ts';

/** What all venues of a process share for owners of keys. */
interface SharedKeys {
  readonly authentication: Authentication;
  readonly failures: FailedAuthentication;
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
  { authentication, accountsVersion, caches, failures, quotaCounter }: SharedKeys,
): Access {
  const quota = new Quota(quotaCounter, time, clock, contact);
  return {
    router,
    isCrossOrigin: true,
    refusalFields: [...COMMON_FIELDS, 'Vary', 'Accept-Encoding'],
    async admit(request, record) {
      try {
        const token = tokenOf(request.headers.authorization);
        const snapshot = await snapshots.current();
        const version = accounts === store ? snapshot.storeVersion : await accountsVersion();
        const key = await authentication.authenticate(token, version);
        record.key = key.id;
        requireVenue(key, venue);
        const rateLimit = await quota.consume(key, snapshot.today);
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
        throw failures.count(error, request, record);
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

/**
 * Finds the key behind a token. Found keys are cached until the store changes, so a revocation takes effect with the next
 * snapshot; the expiry of a key takes effect by the clock.
 */
export class Authentication {
  readonly #store: Pick<KeyStore, 'findKey'>;
  readonly #clock: () => Micros;
  readonly #cache = new LRUCache<string, Key>({ max: 10_000 });
  #storeVersion = Number.NaN;

  constructor(store: Pick<KeyStore, 'findKey'>, clock: () => Micros) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The key of a token. Throws, or rejects with, an `unauthorized` problem if it is unknown, revoked or expired. */
  authenticate(token: string, storeVersion: number): Key | Promise<Key> {
    if (storeVersion !== this.#storeVersion) {
      this.#cache.clear();
      this.#storeVersion = storeVersion;
    }
    const cached = this.#cache.get(token);
    return cached === undefined ? this.#find(token, storeVersion) : this.#unexpired(cached);
  }

  async #find(token: string, storeVersion: number): Promise<Key> {
    const key = isApiKey(token) ? await this.#store.findKey(hashApiKey(token)) : null;
    if (key === null) throw unauthorized('The key is unknown. Check that you copied all of it.');
    if (key.revokedAt !== null) throw unauthorized('The key was revoked.');
    // A key that was read before a change must not be cached after it.
    if (this.#storeVersion === storeVersion) this.#cache.set(token, key);
    return this.#unexpired(key);
  }

  #unexpired(key: Key): Key {
    if (key.expiresAt === null || this.#clock() < key.expiresAt) return key;
    throw unauthorized('The key has expired.');
  }
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

/** Limits how often authentication fails in a network, and notes the client's address for the log. Valid keys never wait. */
export class FailedAuthentication {
  readonly #networks: ClientNetworks;
  readonly #limits = new RateLimits(FAILURE_POLICIES);

  /** `trustedProxies`: addresses or ranges whose forwarding headers count. */
  constructor(trustedProxies: readonly string[]) {
    this.#networks = new ClientNetworks(trustedProxies);
  }

  /** The error that the client gets for an error: an `unauthorized` problem counts, and becomes a `too-many-failures` problem beyond the limit. */
  count(error: unknown, request: IncomingMessage, record: RequestRecord): unknown {
    if (!(error instanceof Problem) || error.code !== 'unauthorized') return error;
    // A valid key at a venue that it is not for.
    if (record.key !== undefined) return error;
    record.client = this.#networks.addressOf(request);
    const refusal = this.#limits.admit({ failures: this.#networks.of(request).network });
    if (refusal === null) return error;
    const detail =
      'Your network has sent too many requests without a valid key. Requests with a valid key are not affected. ' +
      `Check your key, and retry in ${refusal.wait} s.`;
    return refusalProblem('too-many-failures', detail, refusal);
  }
}

/** The problem of a request without a key that works. */
export function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}
