import type { LocalTime } from '../service/domain/local-time.ts';
import { HOUR, type Micros } from '../service/domain/micros.ts';
import {
  type AccountStore,
  type AuditEvent,
  isCounted,
  type Key,
  type KeyStore,
} from '../service/store/account-store.ts';
import type { QuotaStore } from '../service/store/store.ts';
import type { AccountRules } from './account-rules.ts';
import { type KeyState, keyState } from './keys.ts';

/** A key as its owner sees it. */
export interface OwnKey extends Key {
  readonly state: KeyState;
  /** Requests today. */
  readonly used: number;
  readonly lastUsedAt: Micros | null;
}

export interface Overview {
  /** The newest first. Keys that ended more than 30 days ago are left out. */
  readonly keys: readonly OwnKey[];
  /** How many keys the owner can create today. */
  readonly freeKeys: number;
  /** True if the owner can create a key tomorrow without revoking one. */
  readonly freeTomorrow: boolean;
  /** The newest events, newest first. */
  readonly events: readonly AuditEvent[];
}

const SHOWN_AFTER_END: Micros = 30 * 24 * HOUR;
const SHOWN_EVENTS = 50;

/** The page that an owner sees first. */
export async function overviewOf(
  store: Pick<KeyStore, 'keysOf'> & Pick<AccountStore, 'auditEvents'> & Pick<QuotaStore, 'keyUse'>,
  account: number,
  { now, time, rules }: { readonly now: Micros; readonly time: LocalTime; readonly rules: AccountRules },
): Promise<Overview> {
  const { mostKeys, daysApart } = rules;
  const today = time.date(now);
  const all = await store.keysOf(account);
  const shown = all.filter((key) => isCounted(key, now - SHOWN_AFTER_END)).reverse();
  const counted = all.filter((key) => isCounted(key, time.startOfDay(today) - daysApart));
  return {
    keys: await Promise.all(
      shown.map(async (key) => ({
        ...key,
        state: keyState(key, now),
        ...(await store.keyUse(key.id, today.toString())),
      })),
    ),
    freeKeys: Math.max(0, mostKeys - counted.length),
    freeTomorrow: all.filter((key) => isCounted(key, time.day(today).end - daysApart)).length < mostKeys,
    events: await store.auditEvents({ account, limit: SHOWN_EVENTS }),
  };
}
