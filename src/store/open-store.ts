import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/** Where a store lies, as `--database` names it. */
export interface DatabaseAddress {
  readonly engine: 'sqlite';
  readonly file: string;
}

/** Reads an address such as `sqlite:FILE`; null when it is none. */
export function parseDatabaseAddress(text: string): DatabaseAddress | null {
  // A name such as :memory: would make a file of that name.
  const file = /^sqlite:([^:].*)$/.exec(text)?.[1];
  return file === undefined ? null : { engine: 'sqlite', file };
}

/** Opens a store; with `create` makes it, and its folder, when they are missing. Throws `StoreError`. */
export async function openStore(
  address: DatabaseAddress,
  options: { readonly create: boolean },
): Promise<Store> {
  if (options.create) await mkdir(dirname(address.file), { recursive: true });
  return openSqliteStore(address.file, options);
}
