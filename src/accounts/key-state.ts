import type { Micros } from '../service/domain/micros.ts';
import { isActive, type Key } from '../service/store/account-store.ts';

export type KeyState = 'active' | 'revoked' | 'expired';

/** Whether a key works at `now`. A key works before the instant at which it expires, not at it. */
export function keyState(key: Key, now: Micros): KeyState {
  if (isActive(key, now)) return 'active';
  return key.revokedAt === null ? 'expired' : 'revoked';
}
