/** Permissions of database files: they hold coordinates, e-mail addresses and hashes of keys (record 13). */
import { chmodSync, closeSync, openSync, type Stats, statSync } from 'node:fs';
import { StoreError } from '../errors.ts';

/** What SQLite adds to the name of a database for its log, the log's index and its journal. */
export const SIDE_FILES = ['-wal', '-shm', '-journal'] as const;

/** Creates a file that only its owner can read, if it is missing. SQLite gives its side files the same permissions. */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw new StoreError('unusable', `the database ${file} cannot be created (${message})`, { cause: error });
  }
}

/**
 * Takes a database and its side files from other users, if they are ours. A group that may write keeps its access, because
 * somebody gave it. Returns what an operator should know about that; null if nothing had to change.
 */
export function tighten(file: string): string | null {
  const modes = [file, ...SIDE_FILES.map((suffix) => file + suffix)].flatMap((each) => {
    const stats = statSync(each, { throwIfNoEntry: false });
    if (stats === undefined || stats.uid !== process.getuid?.()) return [];
    const mode = privateMode(stats);
    return mode === (stats.mode & 0o777) ? [] : [{ each, mode }];
  });
  const [first] = modes;
  if (first === undefined) return null;
  try {
    for (const { each, mode } of modes) chmodSync(each, mode);
    return `other users could use ${first.each}; now its mode is ${first.mode.toString(8)}`;
  } catch (error) {
    // Some file systems have no permissions.
    return `other users can use ${first.each}, and its mode cannot be changed: ${(error as Error).message}`;
  }
}

/** Whether users can read a file to whom nobody gave it. */
export function isExposed(file: string): boolean {
  const stats = statSync(file);
  return process.platform !== 'win32' && privateMode(stats) !== (stats.mode & 0o777);
}

function privateMode({ mode }: Stats): number {
  const isShared = (mode & 0o020) !== 0;
  return mode & (isShared ? 0o770 : 0o700);
}
