import type { Micros } from '../domain/micros.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../keys/api-key.ts';
import type { Key, KeyStore } from '../store/account-store.ts';

/** Requests a day that a key has unless the operator sets another number ("Limits"). */
export const STANDARD_QUOTA = 1000;

/** Stores a new key for an operator, and returns it with its secret, which is stored nowhere. */
export async function issueKey(
  store: Pick<KeyStore, 'issueKey'>,
  { email, quota, now }: { readonly email: string; readonly quota: number; readonly now: Micros },
): Promise<{ readonly key: Key; readonly secret: string }> {
  const secret = newApiKey();
  const key = await store.issueKey({
    hash: hashApiKey(secret),
    prefix: apiKeyPrefix(secret),
    email,
    createdAt: now,
    quota,
  });
  return { key, secret };
}
