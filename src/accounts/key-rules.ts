import type { Micros } from '../service/domain/micros.ts';
import { isWithin, TEXT_LIMITS } from '../service/domain/texts.ts';
import { isActive, type Key } from '../service/store/account-store.ts';
import { AccountError } from './account-rules.ts';

/** A name without spaces around it, and with single spaces inside. */
export function tidyName(typed: string): string {
  return typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The name of a key as it is stored. */
export function keyNameOf(typed: string): string {
  const name = tidyName(typed);
  if (name === '') throw new AccountError('name', 'Give the key a name, such as the program that uses it.');
  if (!isWithin(name, TEXT_LIMITS.keyName)) {
    throw new AccountError('name', `A name may have ${TEXT_LIMITS.keyName} characters at most.`);
  }
  if (/\p{C}/u.test(name)) throw new AccountError('name', 'A name may have visible characters only.');
  return name;
}

export type KeyState = 'active' | 'revoked' | 'expired';

/** Whether a key works at `now`. A key works before the instant at which it expires, not at it. */
export function keyState(key: Key, now: Micros): KeyState {
  if (isActive(key, now)) return 'active';
  return key.revokedAt === null ? 'expired' : 'revoked';
}
