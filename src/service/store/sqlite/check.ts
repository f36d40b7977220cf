/** Checks whether a database is sound, and rebuilds its counts. */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Findings } from '../backup/checks.ts';
import { problemsIn, REBUILD_COUNTS } from '../backup/checks.ts';
import { countRows, DATABASE_ID } from '../backup/tables.ts';
import { StoreError } from '../errors.ts';
import { countIn, damageOf } from './backup-file.ts';
import { type DatabaseFile, mustExist, openReader, openWriter, transaction } from './connection.ts';
import { databaseFiles } from './database-files.ts';
import { explained } from './errors.ts';
import { isExposed } from './file-modes.ts';
import { rejectForeign } from './migrations.ts';
import { schemaProblems, versionOf } from './verify-schema.ts';

/**
 * Checks both files, each in one snapshot, without changing anything; other processes can use them meanwhile. Throws
 * `StoreError` if the database is missing, foreign or newer.
 */
export async function checkDatabase(file: string): Promise<Findings> {
  const { reports, counters } = databaseFiles(file);
  await mustExist(reports.file);
  const files = [reports.file, counters.file].filter((name) => existsSync(name));
  const open = files
    .filter(isExposed)
    .map((name) => `${name} can be read by other users; run chmod 600 ${name}`);
  if (files.length < 2)
    open.push(`${counters.file} is missing, so no request of today counts against a quota`);
  try {
    const { problems, counts } = await checkContent(reports, files.length < 2 ? null : counters);
    return { problems: [...open, ...problems], counts };
  } catch (error) {
    const unreadable =
      error instanceof StoreError && ['unusable', 'damaged', 'not-a-database'].includes(error.code);
    if (!unreadable) throw error;
    return { problems: [...open, error.message], counts: null };
  }
}

/** Makes the counts match the reports, and discards what was computed from the counts. */
export async function repairDatabase(file: string): Promise<void> {
  using connection = await openWriter(databaseFiles(file).reports, false);
  await transaction(connection, () => {
    connection.exec(REBUILD_COUNTS);
    // It ends in the former id, which the file has until the log is merged into it.
    connection.exec(
      `UPDATE fact SET value = lower(hex(randomblob(16))) || ' ' || value WHERE name = '${DATABASE_ID}'`,
    );
  });
}

async function checkContent(reports: DatabaseFile, counters: DatabaseFile | null): Promise<Findings> {
  using connection = openReader(reports.file);
  try {
    if (counters !== null) connection.prepare('ATTACH DATABASE ? AS counters').run(counters.file);
    return await checkSnapshot(connection, reports, counters);
  } catch (error) {
    throw explained(error, reports.file);
  }
}

async function checkSnapshot(
  connection: DatabaseSync,
  reports: DatabaseFile,
  counters: DatabaseFile | null,
): Promise<Findings> {
  const { file, migrations } = reports;
  connection.exec('BEGIN');
  rejectForeign(connection, reports);
  const version = versionOf(connection);
  const schemas = [schemaProblems(connection, reports)];
  if (counters !== null) schemas.push(schemaProblems(connection, counters, 'counters'));
  const lacking = schemas.flatMap((schema) => schema.lacking);
  const added = schemas.flatMap((schema) => schema.added);
  // In the place of a table there may be a view, which could run forever.
  if (lacking.length > 0) return { problems: [...lacking, ...added], counts: null };
  const damage = damageOf(connection);
  if (damage.length > 0) return { problems: damage.map((line) => `${file}: ${line}`), counts: null };
  if (version < migrations.length) {
    const older = `${file} has version ${version} of the schema; start the service once to update it`;
    return { problems: [older], counts: null };
  }
  const problems = [...added, ...(await problemsIn(countIn(connection)))];
  return { problems, counts: await countRows(countIn(connection)) };
}
