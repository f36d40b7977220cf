/**
 * The format of backups, of any engine: an SQLite file with the tables of `FILE` and the counters of `FILE-quota`, which
 * the same migrations update. A checksum is its last line (record 22).
 */
import { createReadStream, createWriteStream } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { REBUILD_COUNTS } from '../backup/checks.ts';
import { appendChecksum, verifyChecksum } from '../backup/checksum.ts';
import { type BackupInfo, isSubject } from '../backup/subject.ts';
import { BATCH, type Counts, countRows, NO_ROWS, type Row, type Table } from '../backup/tables.ts';
import { BackupError } from '../errors.ts';
import { allRows, firstRow, openFile } from './connection.ts';
import { APPLICATION_ID, migrate } from './migrations.ts';
import { REPORT_MIGRATIONS } from './schema.ts';
import { dropAdded, schemaDifferences, versionOf } from './verify-schema.ts';

/** Identifies backups in SQLite's header ("QHLB"), so that nobody serves one by mistake and thereby changes it. */
const BACKUP_ID = 0x51484c42;

const COUNTERS_TABLE = `
  CREATE TABLE request_count (
    key_id INTEGER NOT NULL,
    day TEXT NOT NULL,
    used INTEGER NOT NULL CHECK (used >= 0),
    touched_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, day)
  ) STRICT, WITHOUT ROWID`;
const BACKUP_TABLE =
  'CREATE TABLE backup (made_at TEXT NOT NULL, engine TEXT NOT NULL, counts TEXT NOT NULL, subject TEXT NOT NULL) STRICT';
/** As version 1.0.0-rc.1 made it. */
const FIRST_BACKUP_TABLE =
  'CREATE TABLE backup (made_at TEXT NOT NULL, engine TEXT NOT NULL, counts TEXT NOT NULL) STRICT';

export type BackupConnection = DatabaseSync;

export interface OpenBackup extends BackupInfo {
  readonly connection: DatabaseSync;
  /** Whether the backup has this program's version; an older one must be migrated, in a copy. */
  readonly isCurrent: boolean;
}

/**
 * Turns a copy of `FILE`, or an empty file, into a backup without rows of counters, and without tables, triggers and views that
 * an operator has added. Throws if the copy is damaged.
 */
export function startBackup(file: string): DatabaseSync {
  const connection = openPrivate(file);
  try {
    const statements = statementsOf(versionOf(connection));
    const [lack] = schemaDifferences(connection, statements).lacking;
    const damage = lack === undefined ? damageOf(connection)[0] : `its schema lacks the ${lack}`;
    if (damage !== undefined)
      throw new BackupError(`the database is damaged, so no backup was made: ${damage}`);
    dropAdded(connection, statements);
    migrate(connection, { file, migrations: REPORT_MIGRATIONS }, { update: true });
    connection.exec(`${COUNTERS_TABLE}; ${BACKUP_TABLE}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Inserts rows as one transaction. */
export function addRows(connection: DatabaseSync, { name, columns }: Table, rows: Iterable<Row>): void {
  const marks = columns.map(() => '?').join(', ');
  const add = connection.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${marks})`);
  connection.exec('BEGIN');
  for (const row of rows) add.run(...columns.map((column) => row[column] ?? null));
  connection.exec('COMMIT');
}

/** Completes a backup that has all its rows, closes it and adds the checksum. */
export async function finishBackup(
  connection: DatabaseSync,
  file: string,
  origin: Omit<BackupInfo, 'counts'>,
): Promise<BackupInfo> {
  connection.exec(`BEGIN; ${REBUILD_COUNTS}; COMMIT`);
  const counts = await countRows(countIn(connection));
  const { madeAt, engine, subject } = origin;
  connection
    .prepare('INSERT INTO backup VALUES (?, ?, ?, ?)')
    .run(madeAt, engine, JSON.stringify(counts), subject);
  connection.exec(`PRAGMA application_id = ${BACKUP_ID}`);
  connection.close();
  await appendChecksum(file);
  return { ...origin, counts };
}

/**
 * Opens a backup for reading. Throws `BackupError` if it is incomplete, damaged, of a newer program, or has a table, trigger or
 * view that this program doesn't put there; none of them is ever run.
 */
export async function openBackup(file: string): Promise<OpenBackup> {
  await verifyChecksum(file);
  const connection = openFile(file, { readOnly: true });
  try {
    const version = verifyFormat(connection, file);
    const [damage] = damageOf(connection);
    if (damage !== undefined) throw new BackupError(`${file} is damaged: ${damage}`);
    return { connection, isCurrent: version === REPORT_MIGRATIONS.length, ...infoOf(connection, file) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Returns the version of a backup's schema, which is exactly what the program of that version makes. */
function verifyFormat(connection: DatabaseSync, file: string): number {
  const { application_id: id } = firstRow<{ application_id: number }>(
    connection.prepare('PRAGMA application_id'),
  ) ?? { application_id: 0 };
  const version = versionOf(connection);
  if (id !== BACKUP_ID || version < 1) throw new BackupError(`${file} is not a backup of this program`);
  if (version > REPORT_MIGRATIONS.length) {
    throw new BackupError(
      `${file} has version ${version} of the schema; this program supports versions up to ` +
        `${REPORT_MIGRATIONS.length}: use the newer program`,
    );
  }
  const table = namesSubject(connection) ? BACKUP_TABLE : FIRST_BACKUP_TABLE;
  const { added, lacking } = schemaDifferences(connection, [...statementsOf(version), COUNTERS_TABLE, table]);
  const [foreign] = added;
  if (foreign !== undefined) {
    throw new BackupError(
      `${file} has the ${foreign}, which this program never writes into a backup; somebody has changed the file, so use another backup`,
    );
  }
  if (lacking[0] !== undefined) throw new BackupError(`${file} is damaged: it lacks the ${lacking[0]}`);
  return version;
}

/** The statements that make the tables of a version. */
function statementsOf(version: number): readonly string[] {
  return REPORT_MIGRATIONS.slice(0, version).map(({ sql }) => sql);
}

function namesSubject(connection: DatabaseSync): boolean {
  return (
    connection.prepare("SELECT 1 FROM pragma_table_info('backup') WHERE name = 'subject'").get() !== undefined
  );
}

function infoOf(connection: DatabaseSync, file: string): BackupInfo {
  const subject = namesSubject(connection) ? 'subject' : 'NULL AS subject';
  const row = firstRow<
    Pick<BackupInfo, 'engine'> & { made_at: string; counts: string; subject: string | null }
  >(connection.prepare(`SELECT made_at, engine, counts, ${subject} FROM backup`));
  try {
    if (row === undefined) throw new RangeError('no row');
    const counts = { ...NO_ROWS, ...(JSON.parse(row.counts) as Partial<Counts>) };
    const madeAt = Temporal.Instant.from(row.made_at).toString();
    if (row.subject !== null && !isSubject(row.subject)) throw new RangeError('no subject');
    return { madeAt, engine: row.engine, counts, subject: row.subject };
  } catch (error) {
    throw new BackupError(`${file} does not say what it holds`, { cause: error });
  }
}

/** Copies a backup into an empty private file, and updates the copy to this program's version. */
export async function migratedCopy(backup: string, file: string): Promise<DatabaseSync> {
  const length = await verifyChecksum(backup);
  await pipeline(createReadStream(backup, { end: length - 1 }), createWriteStream(file, { flags: 'r+' }));
  const connection = openPrivate(file);
  try {
    // The file may have been replaced since it was opened.
    verifyFormat(connection, backup);
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    migrate(connection, { file, migrations: REPORT_MIGRATIONS }, { update: true });
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The rows of a table in batches, ascending by the primary key's first column. */
export function* rowsOf(
  connection: DatabaseSync,
  { name, columns }: Table,
): Generator<readonly Row[], void, void> {
  const statement = connection.prepare(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY 1`);
  let batch: Row[] = [];
  for (const row of statement.iterate()) {
    batch.push(row as Row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What SQLite finds wrong in the file itself, one line each. */
export function damageOf(connection: DatabaseSync): readonly string[] {
  const rows = allRows<{ integrity_check: string }>(connection.prepare('PRAGMA integrity_check(10)'));
  const lines = rows.flatMap(({ integrity_check: text }) => text.split('\n'));
  return lines.filter((line) => line !== 'ok' && !line.startsWith('***'));
}

/** A function that runs a query which returns `count`. */
export function countIn(connection: DatabaseSync): (sql: string) => number {
  return (sql) => firstRow<{ count: number }>(connection.prepare(sql))?.count ?? 0;
}

export function hasTable(connection: DatabaseSync, name: string): boolean {
  return connection.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
}

/** Opens a file that nobody else knows: it needs no log, and is flushed when it is complete. */
function openPrivate(file: string): DatabaseSync {
  const connection = openFile(file);
  connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
  return connection;
}
