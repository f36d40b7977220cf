/** Turns SQLite's errors into `StoreError`s that name the file. */
import { StoreError, type StoreErrorCode } from '../errors.ts';

const SQLITE_BUSY = 5;

/** SQLite's primary result codes that concern the file as a whole. */
const EXPLAINED: ReadonlyMap<number, readonly [StoreErrorCode, string]> = new Map([
  [SQLITE_BUSY, ['busy', 'is locked by another process']],
  [3, ['unusable', 'cannot be used']],
  [8, ['read-only', 'cannot be written; check the permissions of the file and its folder']],
  [10, ['unusable', 'cannot be used; check whether its disk is full']],
  [11, ['damaged', 'is damaged; restore a backup']],
  [13, ['full', 'cannot grow']],
  [14, ['unusable', 'cannot be opened; check the permissions of the file and its folder']],
  [26, ['not-a-database', 'is not an SQLite database']],
]);

/** The schema has this program's version, but somebody has changed it. */
const LACKING = ['damaged', 'lacks a part of its schema; restore a backup'] as const;

/** A trigger or view that this program did not make calls what `openFile` forbids. */
const UNSAFE = ['unusable', 'has a trigger or view of another program; `headcount check` names it'] as const;

/** The error as a `StoreError` if it concerns the file as a whole; otherwise unchanged. */
export function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  const lacking = /^no such (table|column)/.test(error.message) ? LACKING : undefined;
  const unsafe = /^unsafe use of/.test(error.message) ? UNSAFE : undefined;
  const [code, problem] = EXPLAINED.get(errcode(error) ?? 0) ?? lacking ?? unsafe ?? [];
  if (code === undefined) return error;
  const reason = code === 'busy' || code === 'not-a-database' ? '' : ` (${error.message})`;
  return new StoreError(code, `the database ${file} ${problem}${reason}`, { cause: error });
}

/** Runs `work` and explains what it throws. */
export function explaining<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explained(error, file);
  }
}

/** SQLite's primary result code, without the detail in its upper bits. */
function errcode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
