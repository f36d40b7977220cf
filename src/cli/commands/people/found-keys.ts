/** The keys that commands find, and how they print them. */

import { type KeyState, keyState } from '../../../accounts/keys.ts';
import type { Micros } from '../../../service/domain/micros.ts';
import type { ChangedBy, Key } from '../../../service/store/account-store.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import type { Context } from './store-command.ts';
import { shortTime, table } from './table.ts';

/** Who changes keys on the command line: an operator, of any account. */
export const BY_OPERATOR: ChangedBy = { actor: 'operator', account: null };

/** The key with an id. Throws `OperatorError` if there is none, or if its state is one of `refused`. */
export async function keyOf({ store, now }: Context, id: number, ...refused: KeyState[]): Promise<Key> {
  const key = found((await store.listKeys()).find((one) => one.id === id) ?? null, id);
  const state = keyState(key, now);
  if (!refused.includes(state)) return key;
  throw new OperatorError(`key ${id} is ${state}; issue another one with \`headcount keys issue\``);
}

/** The key that the store returned for an id. Throws `OperatorError` if there is none. */
export function found(key: Key | null, id: number): Key {
  if (key === null) throw new OperatorError(`there is no key ${id}; \`headcount keys list\` lists all keys`);
  return key;
}

/** A key as `--json` prints it, without its secret. Times are timestamps in the venue's time zone. */
export function keyResult(key: Key, { time, now }: Context): object {
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

/** A key, its requests today and the time of its last one; null if it was not used in the last 35 days. */
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

/** Keys with their use, as `--json` prints them. */
export function usedKeyResults(keys: readonly UsedKey[], context: Context): readonly object[] {
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
