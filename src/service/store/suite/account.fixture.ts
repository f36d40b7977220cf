import type { AuditEvent, Key } from '../account-store.ts';
import type { Store } from '../store.ts';
import { NOON } from './new-report.fixture.ts';

export function hash(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte);
}

/** A key as an owner adds it, with a limit that it keeps; it fails the test if it can't be added. */
export async function addedKey(
  store: Store,
  account: number,
  byte: number,
  given: { readonly name?: string; readonly expiresAt?: number | null; readonly createdAt?: number } = {},
): Promise<Key> {
  const key = await store.addKey(newKey(account, byte, given), { most: 99, since: NOON });
  if (typeof key === 'string') throw new Error(`the key was not added: ${key}`);
  return key;
}

export function newKey(
  account: number,
  byte: number,
  given: { readonly name?: string; readonly expiresAt?: number | null; readonly createdAt?: number } = {},
) {
  const key = { account, hash: hash(byte), prefix: `key-${byte}`, createdAt: NOON, quota: 1000 };
  return { ...key, name: `name ${byte}`, expiresAt: null, ...given };
}

/** Two people with accounts. */
export async function twoAccounts(store: Store) {
  return [(await store.signIn('ann@u.edu', NOON)).id, (await store.signIn('bo@u.edu', NOON)).id] as const;
}

export const OPERATOR = { actor: 'operator', account: null } as const;

export function owner(account: number) {
  return { actor: 'owner', account } as const;
}

export function newSecret(byte: number) {
  return { hash: hash(byte), prefix: `key-${byte}` };
}

/** An event of the audit log. */
export function event(given: Partial<AuditEvent>): Omit<AuditEvent, 'id'> {
  const { at = NOON, actor = 'owner', action = 'account.exported', account = null, key = null } = given;
  return { at, actor, action, account, key, detail: '' };
}
