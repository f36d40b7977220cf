import { dirname } from 'node:path';
import { StoreError } from './errors.ts';
import { makeFolder } from './make-folder.ts';
import { type PostgresAddress, parsePostgresAddress } from './postgres/address.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

export interface SqliteAddress {
  readonly engine: 'sqlite';
  readonly file: string;
}

/** The location of a store, as in `--database`. */
export type DatabaseAddress = SqliteAddress | PostgresAddress;

/**
 * Reads an address: `sqlite:FILE` or `postgres://…`. Throws `RangeError` if it is invalid; the message says what is
 * allowed and contains no password.
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  // A name such as :memory: would create a file of that name.
  const file = /^sqlite:([^:].*)$/.exec(text)?.[1];
  const address = file === undefined ? parsePostgresAddress(text) : ({ engine: 'sqlite', file } as const);
  if (address !== null) return address;
  throw new RangeError('It must be sqlite:FILE or postgres://USER@HOST/DATABASE.');
}

/**
 * Opens a store; with `create` also creates it, and its folder, if missing. `onError` is called with
 * errors that no call returns, `onNotice` with what an operator should know. Throws `StoreError`.
 */
export async function openStore(
  address: DatabaseAddress,
  options: {
    readonly create: boolean;
    readonly onError?: (error: unknown) => void;
    readonly onNotice?: (message: string) => void;
    /** On SQLite, how long commits of other processes may go unnoticed, in milliseconds; by default not at all. */
    readonly noticeWithin?: number;
  },
): Promise<Store> {
  if (address.engine === 'postgres') {
    // The driver takes a while to load, and SQLite doesn't need it.
    const { openPostgresStore } = await import('./postgres/postgres-store.ts');
    return openPostgresStore(address, options);
  }
  if (options.create) await createFolder(dirname(address.file));
  return openSqliteStore(address.file, options);
}

/** Opens a store; null if it is missing. Throws `StoreError`. */
export async function openExisting(address: DatabaseAddress): Promise<Store | null> {
  return openStore(address, { create: false }).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'missing') return null;
    throw error;
  });
}

async function createFolder(folder: string): Promise<void> {
  await makeFolder(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    // One of the names on the path belongs to a file.
    const isFile = error.code === 'ENOTDIR' || error.code === 'EEXIST';
    const reason = isFile ? 'it is not a folder, or is inside a file' : error.message;
    throw new StoreError('unusable', `the folder ${folder} cannot be used: ${reason}`, { cause: error });
  });
}
