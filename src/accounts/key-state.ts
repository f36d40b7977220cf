import type { Micros } from '../domain/micros.ts';
import { isActive, type Key } from '../store/account-store.ts';

export type KeyState = 'active' | 'revoked' | 'expired';

/** Whether a key works at `now`. A key works before the instant at which it expires, not at it. */
export function keyState(key: Key, now: Micros): KeyState {
  if (isActive(key, now)) return 'active';
  return key.revokedAt === null ? 'expired' : 'revoked';
}

/** When a key stopped working, by revocation or expiry; null if it is active. */
export function endOf(key: Key, now: Micros): Micros | null {
  const state = keyState(key, now);
  if (state === 'active') return null;
  if (state === 'expired') return key.expiresAt;
  return key.expiresAt === null || key.revokedAt === null
    ? key.revokedAt
    : Math.min(key.revokedAt, key.expiresAt);
}
