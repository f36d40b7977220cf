import type { LocalTime } from '../domain/local-time.ts';
import { HOUR, type Micros } from '../domain/micros.ts';
import {
  type AccountStore,
  type AuditEvent,
  isActive,
  isCounted,
  isReplaceable,
  type Key,
  type KeyStore,
  type QuotaRequestRecord,
} from '../store/account-store.ts';
import type { QuotaStore } from '../store/store.ts';
import { type KeyState, keyState } from './key-state.ts';

/** A key as its owner sees it. */
export interface OwnKey extends Key {
  readonly state: KeyState;
  /** Requests today. */
  readonly used: number;
  readonly lastUsedAt: Micros | null;
  /** Whether it can get a new secret: it is active, or a finder has revoked it. */
  readonly canReplace: boolean;
}

export interface Overview {
  /** The newest first. Keys that ended more than 30 days ago are left out. */
  readonly keys: readonly OwnKey[];
  /** How many keys the owner can create today. */
  readonly freeKeys: number;
  /** Whether the owner can create a key tomorrow without revoking one. */
  readonly freeTomorrow: boolean;
  /** Whether a leaked key can be replaced even if no other key can be created, because it counts today. */
  readonly canReplaceLeaked: boolean;
  /** The newest first. */
  readonly requests: readonly QuotaRequestRecord[];
  /** The newest events, newest first. */
  readonly events: readonly AuditEvent[];
}

const SHOWN_AFTER_END: Micros = 30 * 24 * HOUR;
const SHOWN_EVENTS = 50;

/** What an owner sees first. `mostKeys`: how many keys of an account can be active on the same local day. */
export async function overviewOf(
  store: Pick<KeyStore, 'keysOf'> &
    Pick<AccountStore, 'quotaRequests' | 'auditEvents'> &
    Pick<QuotaStore, 'keyUse'>,
  account: number,
  { now, time, mostKeys }: { readonly now: Micros; readonly time: LocalTime; readonly mostKeys: number },
): Promise<Overview> {
  const today = time.date(now);
  const all = await store.keysOf(account);
  const shown = all.filter((key) => isCounted(key, now - SHOWN_AFTER_END)).reverse();
  const counted = all.filter((key) => isCounted(key, time.startOfDay(today)));
  return {
    keys: await Promise.all(
      shown.map(async (key) => ({
        ...key,
        state: keyState(key, now),
        canReplace: isActive(key, now) || isReplaceable(key, now),
        ...(await store.keyUse(key.id, today.toString())),
      })),
    ),
    freeKeys: Math.max(0, mostKeys - counted.length),
    freeTomorrow: all.filter((key) => isCounted(key, time.day(today).end)).length < mostKeys,
    canReplaceLeaked: counted.some((key) => isReplaceable(key, now)),
    requests: await store.quotaRequests({ account }),
    events: await store.auditEvents({ account, limit: SHOWN_EVENTS }),
  };
}
