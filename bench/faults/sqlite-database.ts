/** An SQLite database with reports and a key, and what a fault has left of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../src/service/keys/api-key.ts';
import { updateDatabase } from '../../src/service/store/migrate.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import type { NewReport } from '../../src/service/store/store.ts';
import { PROJECT, programIn } from '../serving/servers.ts';

export interface Database {
  readonly file: string;
  /** A key with this quota, and its database id. */
  readonly key: string;
  readonly keyId: number;
  readonly quota: number;
}

/** Creates a database in a new folder, which the program may read as any user. */
export async function createDatabase(
  scratch: string,
  { name = 'served', reports = 2000, quota = 100_000 } = {},
): Promise<Database> {
  await mkdir(join(scratch, name), { recursive: true });
  const file = join(scratch, name, 'reports.sqlite');
  const store = await openSqliteStore(file, { create: true });
  await store.addReports([newReports(reports)]);
  await store.close();
  return { file, quota, ...(await addKey(file, quota)) };
}

/** Issues a key. */
export async function addKey(file: string, quota: number): Promise<Pick<Database, 'key' | 'keyId'>> {
  const store = await openSqliteStore(file);
  const key = newApiKey();
  const { id } = await store.issueKey({
    hash: hashApiKey(key),
    prefix: apiKeyPrefix(key),
    email: 'bench@university.example',
    createdAt: 0,
    quota,
  });
  await store.close();
  return { key, keyId: id };
}

/** Reports of the last days, newest first, a minute apart. */
export function newReports(count: number): readonly NewReport[] {
  const now = Temporal.Now.instant().epochMilliseconds * 1000;
  return Array.from({ length: count }, (_, index) => ({
    createdAt: now - index * 60_000_000,
    bucket: '1-5' as const,
    latitude: null,
    longitude: null,
    photo: null,
    line: index + 1,
  }));
}

export interface Contents {
  /** Whether both files are sound, and the stored counts match the reports. */
  readonly isSound: boolean;
  readonly reports: number;
  /** Requests that the key has used, also over midnight. */
  used(keyId: number): number;
}

/** Updates and opens a database as the program does, and reads it. Throws when it cannot be opened. */
export async function contentsOf(file: string): Promise<Contents> {
  await updateDatabase({ engine: 'sqlite', file });
  await (await openSqliteStore(file)).close();
  const read = (path: string, sql: string) => {
    const connection = new DatabaseSync(path, { readOnly: true });
    try {
      return Object.values(connection.prepare(sql).get() ?? {})[0];
    } finally {
      connection.close();
    }
  };
  const counted = (table: string, columns: string) =>
    Number(read(file, `SELECT total(${columns}) FROM ${table}`));
  const reports = Number(read(file, 'SELECT count(*) FROM report'));
  const sound = [file, `${file}-quota`].every((path) => read(path, 'PRAGMA integrity_check') === 'ok');
  return {
    isSound:
      sound &&
      counted('quarter_count', 'b0 + b1 + b2 + b3 + b4 + b5') === reports &&
      counted('week_count', 'reports') === reports,
    reports,
    used: (keyId) =>
      Number(read(`${file}-quota`, `SELECT total(used) FROM request_count WHERE key_id = ${keyId}`)),
  };
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the program until it ends or is killed after some milliseconds. `through` is a command that starts it. */
export async function runProgram(
  args: readonly string[],
  { killAfter, through = [] }: { readonly killAfter?: number; readonly through?: readonly string[] } = {},
): Promise<Ended> {
  const [command, ...rest] = [...through, process.execPath, programIn(PROJECT), ...args];
  const child = spawn(command as string, rest, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  clearTimeout(timer);
  return { code, output: stdout + stderr };
}
