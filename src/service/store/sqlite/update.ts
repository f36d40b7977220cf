/** Updates the files of an older version. */
import { existsSync } from 'node:fs';
import {
  type DatabaseFile,
  mustExist,
  openAnotherWriter,
  openFile,
  PATIENCE,
  whenUnlocked,
} from './connection.ts';
import { databaseFiles } from './database-files.ts';
import { explaining } from './errors.ts';
import { inspect } from './inspect.ts';
import { migrate } from './migrations.ts';
import { versionOf } from './verify-schema.ts';

/** The names of the steps that the files lack. */
export async function lackingInFiles(file: string): Promise<readonly string[]> {
  return (await existing(file)).flatMap(({ file: name, migrations }) =>
    explaining(name, () => {
      using connection = openFile(name);
      return migrations.slice(versionOf(connection)).map((step) => step.name);
    }),
  );
}

/** Applies the steps that the files lack. */
export async function updateFiles(file: string): Promise<void> {
  for (const database of await existing(file)) await updateFile(database);
}

/** Applies the steps that a file lacks. A failing one leaves the version before it. */
export async function updateFile(database: DatabaseFile): Promise<void> {
  using connection = openAnotherWriter(database);
  const update = () => explaining(database.file, () => migrate(connection, database, { update: true }));
  await whenUnlocked(update, PATIENCE);
}

/** The files of a database that is ours; that of counters may be missing. */
async function existing(file: string): Promise<readonly DatabaseFile[]> {
  const files = databaseFiles(file);
  await mustExist(files.reports.file);
  inspect(files);
  return [files.reports, files.counters].filter((database) => existsSync(database.file));
}
