/** The store on SQLite files, through `node:sqlite`. */
import { resolve } from 'node:path';
import type { Store } from '../store.ts';
import { PATIENCE } from './connection.ts';
import { CurrentFiles } from './current-files.ts';
import { openFiles } from './open-files.ts';

/**
 * Opens the store in `file`; with `create` also creates it if missing. Any
 * number of processes can have it open. It is opened again when another file replaces it (record 13). `onNotice` is
 * called with what an operator should know. `noticeWithin`: how long commits of other processes may go unnoticed, in milliseconds. Throws `StoreError` if the file is missing, belongs to another program or another
 * version, or cannot be read and written.
 */
export async function openSqliteStore(
  file: string,
  {
    create = false,
    onNotice = () => undefined,
    noticeWithin = 0,
  }: {
    readonly create?: boolean;
    readonly onNotice?: (message: string) => void;
    readonly noticeWithin?: number;
  } = {},
): Promise<Store> {
  const path = resolve(file);
  const first = await openFiles(path, { create, createCounters: true, patience: PATIENCE, onNotice });
  return storeOn(new CurrentFiles(path, first, { onNotice, noticeWithin }));
}

/**
 * The methods that change the main file. Afterwards it is checked that the file is still at its path: otherwise the change is in a file
 * that nobody opens again.
 */
const CHECKED = [
  'addReports',
  'issueKey',
  'revokeKey',
  'setQuota',
  'advance',
  'addKey',
  'renameKey',
  'setExpiry',
  'replaceSecret',
  'signIn',
  'deleteAccount',
  'recordEvent',
  'deleteEvents',
  'addLiveReports',
  'removeReports',
  'addReporter',
  'removeReporter',
] as const;

/** The other methods that return a promise: they read, or write to the file of counters only. */
const UNCHECKED = [
  'observations',
  'bucketCounts',
  'weekCounts',
  'extent',
  'nextAfter',
  'feed',
  'firstPhotos',
  'findKey',
  'listKeys',
  'consumeQuota',
  'usedQuota',
  'checkpoint',
  'saveCheckpoint',
  'metadata',
  'ping',
  'newestEvent',
  'keysOf',
  'account',
  'findAccount',
  'listAccounts',
  'likesOf',
  'auditEvents',
  'addSignInLink',
  'uncountSignInLink',
  'signInLink',
  'useSignInLink',
  'addSession',
  'findSession',
  'endSessions',
  'blockSignIn',
  'isSignInBlocked',
  'deleteExpired',
  'deleteSignInLinks',
  'signInLinksOf',
  'sessionsOf',
  'deleteOldCounts',
  'keyUse',
  'dailyUse',
  'countReports',
  'listReports',
  'repeatedReport',
  'listReporters',
  'findReporter',
] as const;

type Checked = (typeof CHECKED)[number];
type Unchecked = (typeof UNCHECKED)[number];
type Call = (...values: readonly unknown[]) => Promise<unknown>;

function storeOn(current: CurrentFiles): Store {
  const calling = (run: 'change' | 'use', names: readonly (Checked | Unchecked)[]) =>
    names.map((name): [string, Call] => [
      name,
      (...values) => current[run]((files) => (files[name] as Call)(...values)),
    ]);
  const calls = Object.fromEntries([...calling('change', CHECKED), ...calling('use', UNCHECKED)]);
  return {
    ...(calls as unknown as Pick<Store, Checked | Unchecked>),
    version: () => current.version(),
    observationColumns: (span) => current.stream((files) => files.observationColumns(span)),
    exportReports: (span) => current.stream((files) => files.exportReports(span)),
    close: async () => current.close(),
  };
}
