/** The keys that commands find, and how they print them. */

import { type KeyState, keyState } from '../../../accounts/keys.ts';
import type { Micros } from '../../../service/domain/micros.ts';
import type { ChangedBy, Key } from '../../../service/store/account-store.ts';
import { OperatorError } from '../failure.ts';
import type { Context } from './store-command.ts';
import { shortTime, table } from './table.ts';

/** Who changes keys on the command line: an operator, of any account. */
export const BY_OPERATOR: ChangedBy = { actor: 'operator', account: null };

/** The active key with an id. Throws `OperatorError` if there is none. */
export async function activeKey(context: Context, id: number): Promise<Key> {
  const key = await keyOf(context, id);
  const state = keyState(key, context.now);
  if (state !== 'active') throw new OperatorError(ended(id, state));
  return key;
}

/** The key with an id, if it was not revoked: an expired one can work again. Throws `OperatorError` if there is none. */
export async function unrevokedKey(context: Context, id: number): Promise<Key> {
  const key = await keyOf(context, id);
  if (key.revokedAt === null) return key;
  throw new OperatorError(ended(id, 'revoked'));
}

/** The key with an id. Throws `OperatorError` if there is none. */
export async function keyOf({ store }: Pick<Context, 'store'>, id: number): Promise<Key> {
  return found((await store.listKeys()).find((one) => one.id === id) ?? null, id);
}

function ended(id: number, state: KeyState): string {
  return `key ${id} is ${state}; issue another one with \`headcount keys issue\``;
}

/** What the store returned for an id. Throws `OperatorError` if there was nothing. */
export function found(key: Key | null, id: number): Key {
  if (key === null) throw new OperatorError(`there is no key ${id}; \`headcount keys list\` lists all keys`);
  return key;
}

/** A key as commands return it, without its secret. Times are timestamps in the venue's time zone. */
interface KeyResult {
  readonly id: number;
  /** The first characters of the secret. */
  readonly prefix: string;
  readonly name: string;
  readonly account: number;
  readonly email: string;
  readonly state: KeyState;
  /** Requests a day. */
  readonly quota: number;
  /** The ids of the venues where it works; null: at all. */
  readonly venues: readonly string[] | null;
  readonly issuedAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A key with its use. */
interface UsedKeyResult extends KeyResult {
  readonly usedToday: number;
  /** Null if it was not used in the last 35 days. */
  readonly lastUsedAt: string | null;
}

export function keyResult(key: Key, { time, now }: Context): KeyResult {
  const timestamp = (at: number | null) => (at === null ? null : time.timestamp(at));
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    account: key.account,
    email: key.email,
    state: keyState(key, now),
    quota: key.quota,
    venues: key.venues?.split(',') ?? null,
    issuedAt: time.timestamp(key.createdAt),
    expiresAt: timestamp(key.expiresAt),
    revokedAt: timestamp(key.revokedAt),
  };
}

/** A key, its requests today and the time of its last one. */
interface UsedKey {
  readonly key: Key;
  readonly used: number;
  readonly lastUsedAt: Micros | null;
}

/** Keys with their use. */
export async function withUse(
  keys: readonly Key[],
  { store, time, now }: Context,
): Promise<readonly UsedKey[]> {
  const today = time.date(now).toString();
  return Promise.all(keys.map(async (key) => ({ key, ...(await store.keyUse(key.id, today)) })));
}

/** Keys as `--json`. */
export function usedKeyResults(keys: readonly UsedKey[], context: Context): readonly UsedKeyResult[] {
  return keys.map(({ key, used, lastUsedAt }) => ({
    ...keyResult(key, context),
    usedToday: used,
    lastUsedAt: lastUsedAt === null ? null : context.time.timestamp(lastUsedAt),
  }));
}

/** Keys in a table. Below each row are its name and other texts that can be long. */
export function keyTable(
  keys: readonly UsedKey[],
  { time, now }: Context,
  { owners }: { readonly owners: boolean },
): string {
  const heads = ['ID', 'KEY', 'STATE', 'QUOTA', 'TODAY', 'LAST USE', 'EXPIRES'];
  const rows = keys.map(({ key, used, lastUsedAt }) => ({
    cells: [
      `${key.id}`,
      `${key.prefix}…`,
      keyState(key, now),
      `${key.quota}`,
      `${used}`,
      shortTime(lastUsedAt, time),
      key.expiresAt === null ? 'never' : shortTime(key.expiresAt, time),
    ],
    below: [
      [
        key.name,
        owners ? key.email : '',
        `issued ${shortTime(key.createdAt, time)}`,
        key.venues === null ? '' : `works at ${key.venues.replaceAll(',', ', ')}`,
      ]
        .filter((text) => text !== '')
        .join(', '),
    ],
  }));
  return table(heads, rows);
}
