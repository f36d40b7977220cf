/** Imports files into databases of their own, and checks that all or nothing of each is stored. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BUCKETS } from '../../src/service/domain/bucket.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { FORMS } from '../../src/service/form/form.ts';
import type { Presentation } from '../../src/service/form/projections.ts';
import { BadLineError, ImportError } from '../../src/service/import/errors.ts';
import { readReports } from '../../src/service/import/read-file.ts';
import { ConflictError, StoreError } from '../../src/service/store/errors.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import type { NewReport, Store } from '../../src/service/store/store.ts';
import { type ImportFile, TIME_ZONE } from './import-reports.ts';

/** A report that the database has before; no generated one has its id or time. */
const BEFORE_ID = 2 ** 52 + 1;
const BEFORE = `{"id":${BEFORE_ID},"created_at":"2016-10-20T19:30:00.123457Z","bucket":"0"}\n`;

/** What an error names besides its line: a field, or what the line is not. */
const NAMES_CAUSE =
  /created_at|timestamp|bucket|has_photo|latitude|longitude|photo|\bid\b|member|JSON|CSV|fields/;

/** PostgreSQL stores no U+0000, and a file that has one is refused as a whole. */
const NUL_REFUSED =
  /^line [1-9]\d*: the photo's texts contain the character U\+0000, which PostgreSQL cannot store$/;

const CODE = /node:|node_modules|\.[mc]?[tj]s:\d+|\n\s+at |SQLITE_|constraint/i;

/** Two empty databases of one engine. */
export interface TwoDatabases {
  open(which: 'first' | 'second'): Promise<Store>;
  /** The rows of a statement on the first one, as lists of values; integers are numbers. */
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  remove(): Promise<void>;
}

/** Two SQLite files in a folder. */
export function sqliteDatabases(folder: string, number: number): TwoDatabases {
  const files = { first: join(folder, `${number}-a.sqlite`), second: join(folder, `${number}-b.sqlite`) };
  return {
    open: (which) => openSqliteStore(files[which], { create: true }),
    async rows(sql) {
      const database = new DatabaseSync(files.first, { readOnly: true });
      try {
        return database
          .prepare(sql)
          .all()
          .map((row) => Object.values(row));
      } finally {
        database.close();
      }
    },
    async remove() {
      for (const file of Object.values(files))
        for (const end of ['', '-wal', '-shm', '-quota', '-quota-wal', '-quota-shm'])
          await rm(file + end, { force: true });
    },
  };
}

/** What is wrong with how a file is imported, in one phrase each. `path` is for a file that it writes and removes. */
export async function importViolations(
  databases: TwoDatabases,
  path: string,
  { bytes, reports }: ImportFile,
): Promise<readonly string[]> {
  const store = await databases.open('first');
  try {
    await writeFile(path, BEFORE);
    await store.addReports(readReports(path));
    await writeFile(path, bytes);
    const before = await storedIn(databases);
    const result = await store.addReports(readReports(path)).catch((error: unknown) => error);
    if (result instanceof Error) {
      const found = errorViolations(result, path);
      if (reports !== null) found.push(`a valid file is refused: ${result.message}`);
      if ((await storedIn(databases)) !== before) found.push('a part is stored after an error');
      return found;
    }
    const after = await storedIn(databases);
    const again = await store.addReports(readReports(path));
    if (again.added > 0 || (await storedIn(databases)) !== after)
      return ['a second import changes something'];
    return reports === null ? [] : await roundTripViolations(store, databases, path, reports);
  } finally {
    await store.close();
    await rm(path, { force: true });
    await databases.remove();
  }
}

function errorViolations(error: Error, path: string): string[] {
  const found: string[] = [];
  const { message } = error;
  if (error instanceof StoreError && NUL_REFUSED.test(message)) return [];
  if (!(error instanceof ImportError || error instanceof ConflictError))
    found.push(`another error: ${error.stack}`);
  if (CODE.test(message.replaceAll(path, 'FILE'))) found.push(`an error that shows code: ${message}`);
  if (message.length > 1000) found.push('an error of more than 1,000 characters');
  if (error instanceof BadLineError || error instanceof ConflictError) {
    if (!/^line [1-9]\d*: /.test(message) || !NAMES_CAUSE.test(message))
      found.push(`no line or field: ${message}`);
  } else if (!message.includes(path)) found.push(`no name of the file: ${message}`);
  return found;
}

/** Whether the database has the reports of a valid file, and a new one has them after an export and its import. */
async function roundTripViolations(
  store: Store,
  databases: TwoDatabases,
  path: string,
  reports: readonly NewReport[],
): Promise<string[]> {
  const found: string[] = [];
  const wanted = reports.map((report) => comparable(report, report.id));
  if ((await reportsIn(databases, reports)).join('\n') !== wanted.toSorted().join('\n'))
    found.push('other reports are stored');
  const other = await databases.open('second');
  try {
    for (const form of [1, 2] as const) {
      await writeFile(path, await exported(store, form));
      await other.addReports(readReports(path));
    }
    if ((await exported(other, 1)) !== (await exported(store, 1)))
      found.push('an export is imported as other reports');
  } finally {
    await other.close();
  }
  return found;
}

function comparable(
  { createdAt, bucket, latitude, longitude, photo }: NewReport,
  id: number | undefined,
): string {
  const details = photo === null ? [null, null, null] : [photo.file, photo.caption, photo.expiresAt];
  return JSON.stringify([id ?? null, createdAt, BUCKETS.indexOf(bucket), latitude, longitude, ...details]);
}

/** The stored reports as texts to compare; without ids if the file had none. */
async function reportsIn(databases: TwoDatabases, reports: readonly NewReport[]): Promise<readonly string[]> {
  const rows = await databases.rows(`
    SELECT r.id, r.created_at, r.bucket, r.latitude, r.longitude, p.file, p.caption, p.expires_at
    FROM report r LEFT JOIN photo p ON p.report_id = r.id WHERE r.id <> ${BEFORE_ID}`);
  const hasIds = reports.every(({ id }) => id !== undefined);
  return rows.map(([id, ...rest]) => JSON.stringify([hasIds ? id : null, ...rest])).toSorted();
}

async function exported(store: Store, form: 1 | 2): Promise<string> {
  const columns = store.exportReports({ start: 0, end: Number.MAX_SAFE_INTEGER });
  const parts: string[] = [];
  const presentation = { time: new LocalTime(TIME_ZONE) } as Presentation;
  for await (const part of FORMS[form].projections.exportReports(columns, presentation)) parts.push(part);
  return parts.join('');
}

/** Everything that the first database stores about reports. */
async function storedIn(databases: TwoDatabases): Promise<string> {
  const contents: unknown[] = [];
  for (const table of ['report', 'photo', 'photo_like', 'account', 'quarter_count', 'week_count'])
    contents.push(await databases.rows(`SELECT * FROM ${table} ORDER BY 1, 2`));
  return JSON.stringify(contents);
}
