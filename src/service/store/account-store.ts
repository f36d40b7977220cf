/**
 * The part of the store's port that is about people: accounts, their keys and sessions, and the audit log. E-mail addresses are compared without regard to letter case. Whatever changes an account or a key records it in
 * the audit log, in the same transaction.
 */
import type { Micros } from '../domain/micros.ts';

/** A person who has signed in, has a key, or likes photos. */
export interface Account {
  readonly id: number;
  readonly email: string;
  /** Null for accounts of earlier versions, and of people who only like photos. */
  readonly createdAt: Micros | null;
}

/** An issued key, without its secret. It keeps its id, quota and counter when its secret is replaced. */
export interface Key {
  readonly id: number;
  /** The first characters of the current secret, to identify it. */
  readonly prefix: string;
  readonly account: number;
  readonly email: string;
  readonly createdAt: Micros;
  readonly revokedAt: Micros | null;
  /** Requests per local day. */
  readonly quota: number;
  /** Chosen by its owner; empty if it has none. Unique among the active keys of an account. */
  readonly name: string;
  /** From this time on it doesn't work; null: it never expires. */
  readonly expiresAt: Micros | null;
  /** The ids of the venues where it works, with a comma between two; null: at all. */
  readonly venues: string | null;
}

/** Who did something: the owner on the account page, an operator, or somebody with a link of the staff. */
export type Actor = 'owner' | 'operator' | 'staff';

/** Who changes a key, and whose it must be: an account's or, with null, anybody's. Without one: an operator. */
export interface ChangedBy {
  readonly actor: Actor;
  readonly account: number | null;
}

/** A new secret, of which only the SHA-256 (32 bytes) and the first characters are stored. */
interface NewSecret {
  readonly hash: Uint8Array;
  readonly prefix: string;
}

interface NewKey extends NewSecret {
  readonly createdAt: Micros;
  readonly quota: number;
}

/** How many keys of an account may count: those that are active and those that ended at `since` or later. */
export interface KeyLimit {
  readonly most: number;
  readonly since: Micros;
}

/** Whether a key was neither revoked nor has expired. */
export function isActive(
  { revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>,
  now: Micros,
): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

/** Whether a `KeyLimit` counts a key: it is active, or ended at `since` or later. */
export function isCounted({ revokedAt, expiresAt }: Key, since: Micros): boolean {
  return (revokedAt ?? since) >= since && (expiresAt ?? since) >= since;
}

export interface KeyStore {
  /** The key whose secret has this SHA-256, revoked or expired or not; null if no key has it. */
  findKey(hash: Uint8Array): Promise<Key | null>;
  /** For operators, without a limit. Creates a missing account. Rejects with `conflict` if the name is taken. */
  issueKey(
    key: NewKey & {
      readonly email: string;
      readonly name?: string;
      readonly expiresAt?: Micros | null;
      readonly venues?: string | null;
      readonly actor?: Actor;
    },
  ): Promise<Key>;
  /**
   * For owners, with a limit, which is exact even if other processes add keys at the same time.
   */
  addKey(
    key: NewKey & { readonly account: number; readonly name: string; readonly expiresAt: Micros | null },
    limit: KeyLimit,
  ): Promise<Key | 'too-many' | 'name-taken' | 'no-account'>;
  listKeys(): Promise<readonly Key[]>;
  /** All keys of an account, ended ones too, by id. */
  keysOf(account: number): Promise<readonly Key[]>;
  /** Null if there is no such key. A key that is already revoked keeps its time of revocation. */
  revokeKey(id: number, at: Micros, by?: ChangedBy): Promise<Key | null>;
  /** Null if there is no such key. */
  setQuota(id: number, quota: number, at: Micros, by?: ChangedBy): Promise<Key | null>;
  /** Null if there is no such key. */
  renameKey(id: number, name: string, at: Micros, by: ChangedBy): Promise<Key | 'name-taken' | null>;
  /** Null if there is no such key. Rejects with `conflict` if the key would be active again and its name is taken. */
  setExpiry(id: number, expiresAt: Micros | null, at: Micros, by: ChangedBy): Promise<Key | null>;
  /**
   * Gives an active key a new secret, which ends the old one. Null if there is no such key, if it is not active, or if its prefix is no
   * longer `prefix`, because somebody was faster.
   */
  replaceSecret(
    id: number,
    secret: NewSecret & { readonly at: Micros },
    expected: { readonly prefix: string },
    by: ChangedBy,
  ): Promise<Key | null>;
}

/**
 * Sign-in links and sessions, by the SHA-256 of their secrets. They don't change `version`, don't wait for imports, and
 * are in no backup. From `expiresAt` on they don't work.
 */
export interface SessionStore {
  /** False, and nothing is stored, if the address has `most` links, used or not, that were created after `since`. */
  addSignInLink(
    link: {
      readonly hash: Uint8Array;
      readonly email: string;
      readonly createdAt: Micros;
      readonly expiresAt: Micros;
    },
    limit: { readonly most: number; readonly since: Micros },
  ): Promise<boolean>;
  /** Counts a link no longer, because it did not reach its address. It still works: perhaps it did. */
  uncountSignInLink(hash: Uint8Array): Promise<void>;
  /** The address of a link that can be used at `now`, without using it. */
  signInLink(hash: Uint8Array, now: Micros): Promise<string | null>;
  /** Uses a link, which one process can do once, and ends the address's other links. Its address, or null. */
  useSignInLink(hash: Uint8Array, now: Micros): Promise<string | null>;
  /** Deletes the links of an address, used ones too. */
  deleteSignInLinks(email: string): Promise<void>;
  addSession(session: {
    readonly hash: Uint8Array;
    readonly account: number;
    readonly createdAt: Micros;
    readonly expiresAt: Micros;
  }): Promise<void>;
  findSession(hash: Uint8Array, now: Micros): Promise<Session | null>;
  /** The times of the stored links of an address, used ones too. */
  signInLinksOf(email: string): Promise<readonly LinkTimes[]>;
  /** The times of the stored sessions of an account, ended ones too. */
  sessionsOf(account: number): Promise<readonly Omit<Session, 'account'>[]>;
  /** Ends all sessions of an account, and returns how many there were. */
  endSessions(account: number): Promise<number>;
  /** Blocks an address, given as its SHA-256, so that a new account gives no second quota on the same day. */
  blockSignIn(emailHash: Uint8Array, until: Micros): Promise<void>;
  isSignInBlocked(emailHash: Uint8Array, now: Micros): Promise<boolean>;
  /** Deletes sessions and blocks that have ended, and links that have expired and were not created after `since`. */
  deleteExpired(now: Micros, links: { readonly since: Micros }): Promise<void>;
}

export interface Session {
  readonly account: number;
  readonly createdAt: Micros;
  readonly expiresAt: Micros;
}

export interface LinkTimes {
  /** Null if it did not reach its address. */
  readonly createdAt: Micros | null;
  readonly expiresAt: Micros;
  readonly usedAt: Micros | null;
}

/** What happens to accounts and keys. */
export type AccountAction =
  | 'account.created'
  | 'account.signed-in'
  | 'account.signed-out'
  | 'account.deleted'
  | 'account.exported'
  | 'key.created'
  | 'key.renamed'
  | 'key.replaced'
  | 'key.expiry-set'
  | 'key.revoked'
  | 'quota.set';

export type AuditAction =
  | AccountAction
  | 'reporter.added'
  | 'reporter.removed'
  | 'reports.removed'
  | 'hours.changed'
  | 'hours.taken-back';

/** Something that happened to an account, key, quota, reporter, report or opening hours. It has no addresses or secrets, and no names but those of staff links. */
export interface AuditEvent {
  readonly id: number;
  readonly at: Micros;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly account: number | null;
  readonly key: number | null;
  /** For example `1000 → 5000`. */
  readonly detail: string;
}

/** A report of one of several venues, by its id there. */
export interface VenueReport {
  readonly venue: string;
  readonly id: number;
}

export interface AccountStore {
  /** The account of an address, created if it is missing. */
  signIn(email: string, at: Micros): Promise<Account>;
  /** Null if there is none, or it was deleted. */
  account(id: number): Promise<Account | null>;
  findAccount(email: string): Promise<Account | null>;
  /** All but deleted ones, by id. */
  listAccounts(): Promise<readonly Account[]>;
  /** The ids of the reports whose photos the account likes, in their order; with several venues, also whose reports they are. */
  likesOf(account: number): Promise<readonly (number | VenueReport)[]>;
  /**
   * Anonymizes an account in place: its row keeps its id, with `deleted-ID` as its address. Its keys are revoked and
   * lose their names; its likes are deleted. False if there is no such account.
   */
  deleteAccount(id: number, at: Micros, actor: Actor): Promise<boolean>;
  /** The newest first, up to `limit`, from `since` on. */
  auditEvents(filter: {
    readonly account?: number;
    readonly key?: number;
    readonly since?: Micros;
    readonly limit: number;
  }): Promise<readonly AuditEvent[]>;
  /** Records what changes nothing else, such as an export. */
  recordEvent(event: Omit<AuditEvent, 'id'>): Promise<void>;
  /** Deletes the events before a time. */
  deleteEvents(before: Micros): Promise<void>;
}
