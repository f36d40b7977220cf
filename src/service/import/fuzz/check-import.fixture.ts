/** Imports files into databases of their own, and checks that all or nothing of each is stored. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BUCKETS } from '../../domain/bucket.ts';
import { LocalTime } from '../../domain/local-time.ts';
import { FORMS } from '../../form/form.ts';
import type { Presentation } from '../../form/projections.ts';
import { ConflictError } from '../../store/errors.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { NewReport, Store } from '../../store/store.ts';
import { BadLineError, ImportError } from '../errors.ts';
import { readReports } from '../read-file.ts';
import { type ImportFile, TIME_ZONE } from './import-reports.fixture.ts';

/** A report that the database has before; no generated one has its id or time. */
const BEFORE_ID = 2 ** 52 + 1;
const BEFORE = `{"id":${BEFORE_ID},"created_at":"2016-10-20T19:30:00.123457Z","bucket":"0"}\n`;

/** What an error names besides its line: a field, or what the line is not. */
const NAMES_CAUSE =
  /created_at|timestamp|bucket|has_photo|latitude|longitude|photo|\bid\b|member|JSON|CSV|fields/;

const CODE = /node:|node_modules|\.[mc]?[tj]s:\d+|\n\s+at |SQLITE_|constraint/i;

/** What is wrong with how a file is imported, in one phrase each. `folder` is empty, and stays so. */
export async function importViolations(
  folder: string,
  { bytes, reports }: ImportFile,
): Promise<readonly string[]> {
  const [path, file] = [join(folder, 'file'), join(folder, 'first.sqlite')];
  const store = await openSqliteStore(file, { create: true });
  try {
    await writeFile(path, BEFORE);
    await store.addReports(readReports(path));
    await writeFile(path, bytes);
    const before = storedIn(file);
    const result = await store.addReports(readReports(path)).catch((error: unknown) => error);
    if (result instanceof Error) {
      const found = errorViolations(result, path);
      if (reports !== null) found.push(`a valid file is refused: ${result.message}`);
      if (storedIn(file) !== before) found.push('a part is stored after an error');
      return found;
    }
    const after = storedIn(file);
    const again = await store.addReports(readReports(path));
    if (again.added > 0 || storedIn(file) !== after) return ['a second import changes something'];
    return reports === null ? [] : await roundTripViolations(store, folder, reports);
  } finally {
    await store.close();
    for (const name of await readdir(folder)) await rm(join(folder, name));
  }
}

function errorViolations(error: Error, path: string): string[] {
  const found: string[] = [];
  const { message } = error;
  if (!(error instanceof ImportError || error instanceof ConflictError))
    found.push(`another error: ${error.stack}`);
  if (CODE.test(message.replaceAll(path, 'FILE'))) found.push(`an error that shows code: ${message}`);
  if (message.length > 1000) found.push('an error of more than 1,000 characters');
  if (error instanceof BadLineError || error instanceof ConflictError) {
    if (!/^(FILE, )?line [1-9]\d*: /.test(message.replaceAll(path, 'FILE')) || !NAMES_CAUSE.test(message))
      found.push(`no line or field: ${message}`);
  } else if (!message.includes(path)) found.push(`no name of the file: ${message}`);
  return found;
}

/** Whether the database has the reports of a valid file, and a new one has them after an export and its import. */
async function roundTripViolations(
  store: Store,
  folder: string,
  reports: readonly NewReport[],
): Promise<string[]> {
  const path = join(folder, 'file');
  const found: string[] = [];
  const wanted = reports.map((report) => comparable(report, report.id));
  if (reportsIn(join(folder, 'first.sqlite'), reports).join('\n') !== wanted.toSorted().join('\n'))
    found.push('other reports are stored');
  const other = await openSqliteStore(join(folder, 'second.sqlite'), { create: true });
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
function reportsIn(file: string, reports: readonly NewReport[]): readonly string[] {
  const rows = rowsOf(
    file,
    `
    SELECT r.id, r.created_at, r.bucket, r.latitude, r.longitude, p.file, p.caption, p.expires_at
    FROM report r LEFT JOIN photo p ON p.report_id = r.id WHERE r.id <> ${BEFORE_ID}`,
  );
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

/** Everything that a database stores about reports. */
function storedIn(file: string): string {
  const tables = ['report', 'photo', 'photo_like', 'account', 'quarter_count', 'week_count'];
  return JSON.stringify(tables.map((table) => rowsOf(file, `SELECT * FROM ${table} ORDER BY 1, 2`)));
}

function rowsOf(file: string, sql: string): readonly (readonly unknown[])[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  } finally {
    database.close();
  }
}
