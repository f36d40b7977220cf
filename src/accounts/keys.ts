import type { Micros } from '../service/domain/micros.ts';
import { isWithin, TEXT_LIMITS } from '../service/domain/texts.ts';
import { newSecret } from '../service/keys/api-key.ts';
import { isActive, type Key, type KeyStore } from '../service/store/account-store.ts';
import { AccountError } from './account-rules.ts';

/** Requests a day that a key has unless the operator sets another number ("Limits"). */
export const STANDARD_QUOTA = 1000;

/** A new or replaced key with its secret, which is stored nowhere, and shown once. */
export interface ShownKey {
  readonly key: Key;
  readonly secret: string;
}

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

/** Stores a new key for an operator. */
export async function issueKey(
  store: Pick<KeyStore, 'issueKey'>,
  { email, quota, name = '', expiresAt = null, venues = null, now }: IssuedKey,
): Promise<ShownKey> {
  const { secret, stored } = newSecret();
  const issued = { ...stored, email, createdAt: now, quota, name, expiresAt, venues };
  return { key: await store.issueKey({ ...issued, actor: 'operator' }), secret };
}

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

/** The state of a key at `now`. A key works before the instant at which it expires, not at it. */
export function keyState(key: Key, now: Micros): KeyState {
  if (isActive(key, now)) return 'active';
  return key.revokedAt === null ? 'expired' : 'revoked';
}
