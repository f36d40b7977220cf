import { BackupError } from '../errors.ts';
import type { DatabaseAddress } from '../open-store.ts';
import { checkSchema, repairSchema } from '../postgres/check.ts';
import { countIn, hasTable } from '../sqlite/backup-file.ts';
import { checkDatabase, repairDatabase } from '../sqlite/check.ts';
import type { Findings } from './checks.ts';
import { problemsIn } from './checks.ts';
import { openForRestore } from './restore.ts';
import { subjectOf } from './subject.ts';
import { countRows, differences } from './tables.ts';

/**
 * Checks a database in one snapshot, and changes nothing: its integrity, the counts against the reports, and that
 * nothing refers to what isn't there. Throws `StoreError` if there is nothing to check.
 */
export function check(address: DatabaseAddress): Promise<Findings> {
  return address.engine === 'sqlite' ? checkDatabase(address.file) : checkSchema(address);
}

/** Rebuilds the counts from the reports, in one transaction. */
export function repair(address: DatabaseAddress): Promise<void> {
  return address.engine === 'sqlite' ? repairDatabase(address.file) : repairSchema(address);
}

/** Checks a backup in the same way, and its checksum. */
export async function checkBackup(from: string): Promise<Findings> {
  try {
    const { connection: opened, isCurrent, counts, madeAt, subject } = await openForRestore(from);
    using connection = opened;
    const actual = await countRows(countIn(connection), (table) => hasTable(connection, table));
    const problems = isCurrent ? await problemsIn(countIn(connection)) : [];
    return {
      problems: [...differences(counts, actual), ...problems],
      counts: actual,
      backup: { madeAt, subject: subjectOf({ subject, counts }) },
    };
  } catch (error) {
    if (error instanceof BackupError) return { problems: [error.message], counts: null };
    throw error;
  }
}
