import { type KeyState, keyState } from '../../accounts/key-state.ts';
import type { Key } from '../../store/account-store.ts';
import type { Context } from './store-command.ts';
import { shortTime, table } from './table.ts';

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
  readonly issuedAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Until when the secret before the last replacement works; null if it doesn't. */
  readonly previousUntil: string | null;
}

/** A key with its use. */
export interface UsedKeyResult extends KeyResult {
  readonly usedToday: number;
  /** Null if it was not used in the last 35 days. */
  readonly lastUsedAt: string | null;
}

export function keyResult(key: Key, { time, now }: Context): KeyResult {
  const timestamp = (at: number | null) => (at === null ? null : time.timestamp(at));
  const { previousUntil } = key;
  const state = keyState(key, now);
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    account: key.account,
    email: key.email,
    state,
    quota: key.quota,
    issuedAt: time.timestamp(key.createdAt),
    expiresAt: timestamp(key.expiresAt),
    revokedAt: timestamp(key.revokedAt),
    previousUntil: timestamp(state === 'active' && (previousUntil ?? 0) > now ? previousUntil : null),
  };
}

/** Keys with their use, as `--json` and in a table. */
export async function usedKeys(
  keys: readonly Key[],
  context: Context,
): Promise<{ readonly results: readonly UsedKeyResult[]; readonly text: string }> {
  const { store, time, now } = context;
  const today = time.date(now).toString();
  const used = await Promise.all(keys.map(async (key) => ({ key, ...(await store.keyUse(key.id, today)) })));
  const heads = ['ID', 'KEY', 'NAME', 'OWNER', 'STATE', 'QUOTA', 'TODAY', 'LAST USE', 'EXPIRES', 'ISSUED'];
  const rows = used.map((one) => [
    `${one.key.id}`,
    `${one.key.prefix}…`,
    one.key.name,
    one.key.email,
    keyState(one.key, now),
    `${one.key.quota}`,
    `${one.used}`,
    shortTime(one.lastUsedAt, time),
    one.key.expiresAt === null ? 'never' : shortTime(one.key.expiresAt, time),
    shortTime(one.key.createdAt, time),
  ]);
  return {
    results: used.map((one) => ({
      ...keyResult(one.key, context),
      usedToday: one.used,
      lastUsedAt: one.lastUsedAt === null ? null : time.timestamp(one.lastUsedAt),
    })),
    text: table([heads, ...rows]),
  };
}
