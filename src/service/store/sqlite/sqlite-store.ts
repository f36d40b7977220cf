/** The store on SQLite files, through `node:sqlite`. */
import { resolve } from 'node:path';
import type { Store } from '../store.ts';
import { PATIENCE } from './connection.ts';
import { CurrentFiles } from './current-files.ts';
import { type OpenFiles, openFiles } from './open-files.ts';

/**
 * Opens the store in `file` and updates it to this program's version; with `create` also creates it if missing. Any
 * number of processes can have it open. It is opened again when another file replaces it (record 13). `onNotice` is
 * called with what an operator should know. Throws `StoreError` if the file is missing, belongs to another program or a
 * newer version, or cannot be read and written.
 */
export async function openSqliteStore(
  file: string,
  {
    create = false,
    onNotice = () => undefined,
  }: { readonly create?: boolean; readonly onNotice?: (message: string) => void } = {},
): Promise<Store> {
  const path = resolve(file);
  const first = await openFiles(path, { create, createCounters: true, patience: PATIENCE, onNotice });
  return storeOn(new CurrentFiles(path, first, onNotice));
}

/** The methods of a store that take and return values, by what they do. */
type Reads =
  | 'observations'
  | 'bucketCounts'
  | 'weekCounts'
  | 'extent'
  | 'nextAfter'
  | 'feed'
  | 'firstPhotos'
  | 'findKey'
  | 'listKeys'
  | 'consumeQuota'
  | 'usedQuota'
  | 'checkpoint'
  | 'saveCheckpoint'
  | 'metadata'
  | 'ping'
  | 'newestEvent'
  | 'keysOf'
  | 'account'
  | 'findAccount'
  | 'listAccounts'
  | 'likesOf'
  | 'auditEvents'
  | 'addSignInLink'
  | 'uncountSignInLink'
  | 'signInLink'
  | 'useSignInLink'
  | 'addSession'
  | 'findSession'
  | 'endSessions'
  | 'blockSignIn'
  | 'isSignInBlocked'
  | 'deleteExpired'
  | 'deleteSignInLinks'
  | 'signInLinksOf'
  | 'sessionsOf'
  | 'deleteOldCounts'
  | 'keyUse'
  | 'dailyUse';
type Writes =
  | 'addReports'
  | 'issueKey'
  | 'revokeKey'
  | 'setQuota'
  | 'advance'
  | 'addKey'
  | 'renameKey'
  | 'setExpiry'
  | 'replaceSecret'
  | 'signIn'
  | 'deleteAccount'
  | 'recordEvent'
  | 'deleteEvents';
type Call = (...values: readonly unknown[]) => Promise<unknown>;

function storeOn(current: CurrentFiles): Store {
  const read = <Name extends Reads>(name: Name): OpenFiles[Name] =>
    ((...values: readonly unknown[]) =>
      current.use((files) => (files[name] as Call)(...values))) as OpenFiles[Name];
  const write = <Name extends Writes>(name: Name): OpenFiles[Name] =>
    ((...values: readonly unknown[]) =>
      current.change((files) => (files[name] as Call)(...values))) as OpenFiles[Name];
  return {
    version: () => current.version(),
    observations: read('observations'),
    bucketCounts: read('bucketCounts'),
    weekCounts: read('weekCounts'),
    extent: read('extent'),
    nextAfter: read('nextAfter'),
    feed: read('feed'),
    firstPhotos: read('firstPhotos'),
    observationColumns: (span) => current.stream((files) => files.observationColumns(span)),
    exportReports: (span) => current.stream((files) => files.exportReports(span)),
    addReports: write('addReports'),
    findKey: read('findKey'),
    listKeys: read('listKeys'),
    issueKey: write('issueKey'),
    revokeKey: write('revokeKey'),
    setQuota: write('setQuota'),
    consumeQuota: read('consumeQuota'),
    usedQuota: read('usedQuota'),
    checkpoint: read('checkpoint'),
    saveCheckpoint: read('saveCheckpoint'),
    metadata: read('metadata'),
    advance: write('advance'),
    ping: read('ping'),
    newestEvent: read('newestEvent'),
    keysOf: read('keysOf'),
    account: read('account'),
    findAccount: read('findAccount'),
    listAccounts: read('listAccounts'),
    likesOf: read('likesOf'),
    auditEvents: read('auditEvents'),
    addSignInLink: read('addSignInLink'),
    uncountSignInLink: read('uncountSignInLink'),
    signInLink: read('signInLink'),
    useSignInLink: read('useSignInLink'),
    addSession: read('addSession'),
    findSession: read('findSession'),
    endSessions: read('endSessions'),
    blockSignIn: read('blockSignIn'),
    isSignInBlocked: read('isSignInBlocked'),
    deleteExpired: read('deleteExpired'),
    deleteSignInLinks: read('deleteSignInLinks'),
    signInLinksOf: read('signInLinksOf'),
    sessionsOf: read('sessionsOf'),
    deleteOldCounts: read('deleteOldCounts'),
    keyUse: read('keyUse'),
    dailyUse: read('dailyUse'),
    addKey: write('addKey'),
    renameKey: write('renameKey'),
    setExpiry: write('setExpiry'),
    replaceSecret: write('replaceSecret'),
    signIn: write('signIn'),
    deleteAccount: write('deleteAccount'),
    recordEvent: write('recordEvent'),
    deleteEvents: write('deleteEvents'),
    close: async () => current.close(),
  };
}
