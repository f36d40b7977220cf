import type { Micros } from '../domain/micros.ts';
import { hashApiKey, isApiKey } from '../keys/api-key.ts';
import { isActive, type Key, type KeyStore } from '../store/account-store.ts';

/** Revokes the key of a secret that somebody found, if the secret works. The key that was revoked; null if none was. */
export async function revokeLeaked(
  store: Pick<KeyStore, 'findKey' | 'revokeKey'>,
  secret: string,
  now: Micros,
): Promise<Key | null> {
  const credential = isApiKey(secret) ? await store.findKey(hashApiKey(secret)) : null;
  if (credential === null) return null;
  const { key, endsAt } = credential;
  if (!isActive({ revokedAt: key.revokedAt, expiresAt: endsAt }, now)) return null;
  return store.revokeKey(key.id, now, { actor: 'finder', account: null });
}
