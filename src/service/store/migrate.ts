/** Updates databases that an older version of the program made. One of SQLite is two files, of reports and of counters. */
import type { DatabaseAddress } from './open-store.ts';
import { Database } from './postgres/connection.ts';
import { existingVersion, migrate } from './postgres/migrations.ts';
import { STEPS } from './postgres/schema.ts';
import { lackingInFiles, updateFiles } from './sqlite/update.ts';

/** The names of the steps that a database lacks, in their order. Throws `StoreError` if it is missing, foreign or newer. */
export async function lackingSteps(address: DatabaseAddress): Promise<readonly string[]> {
  if (address.engine === 'sqlite') return lackingInFiles(address.file);
  const version = await Database.at(address, (database) => existingVersion(database));
  return STEPS.slice(version).map(({ name }) => name);
}

/** Applies the steps that a database lacks; a failing one leaves the version before it. Throws `StoreError`. */
export async function updateDatabase(address: DatabaseAddress): Promise<void> {
  if (address.engine === 'sqlite') return updateFiles(address.file);
  await Database.at(address, (database) => migrate(database, { create: false, update: true }));
}
