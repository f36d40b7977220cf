import type { Micros } from '../service/domain/micros.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../service/keys/api-key.ts';
import type { Key, KeyStore } from '../service/store/account-store.ts';

/** Requests a day that a key has unless the operator sets another number ("Limits"). */
export const STANDARD_QUOTA = 1000;

/** A key that an operator issues. */
export interface IssuedKey {
  readonly email: string;
  /** Requests a day. */
  readonly quota: number;
  /** By default none. */
  readonly name?: string;
  /** By default never. */
  readonly expiresAt?: Micros | null;
  /** By default all. */
  readonly venues?: string | null;
  readonly now: Micros;
}

/** Stores a new key for an operator, and returns it with its secret, which is stored nowhere. */
export async function issueKey(
  store: Pick<KeyStore, 'issueKey'>,
  { email, quota, name = '', expiresAt = null, venues = null, now }: IssuedKey,
): Promise<{ readonly key: Key; readonly secret: string }> {
  const secret = newApiKey();
  const key = await store.issueKey({
    hash: hashApiKey(secret),
    prefix: apiKeyPrefix(secret),
    email,
    createdAt: now,
    quota,
    name,
    expiresAt,
    venues,
    actor: 'operator',
  });
  return { key, secret };
}
