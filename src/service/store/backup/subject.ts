/** Whose data a backup has, so that it doesn't replace somebody else's (record 22). */
import { counted } from '../../domain/texts.ts';
import { BackupError } from '../errors.ts';
import type { Counts } from './tables.ts';

/** All of a service with one venue, what the venues of a service share, or one of these venues. */
export type Subject = 'service' | 'accounts' | `venue:${string}`;

/** Where a backup comes from, and what it holds. */
export interface BackupInfo {
  /** RFC 3339, in UTC. */
  readonly madeAt: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly counts: Counts;
  /** Null in a backup of an earlier version. */
  readonly subject: Subject | null;
}

export function isSubject(text: string): text is Subject {
  return /^(service|accounts|venue:[a-z0-9-]+)$/.test(text);
}

export interface RestoreOptions {
  /** Whether to replace what the database has. */
  readonly force: boolean;
  /** Whose data the database is for; by default anybody's. */
  readonly into?: Subject;
  /** Whose data the operator knows the backup to have; it need not be that of the database. */
  readonly of?: Subject | undefined;
}

/** Throws `BackupError` if a backup isn't of `of` or, if that is missing, has data of another subject than the database. */
export function rejectMismatch(from: string, backup: BackupInfo, options: RestoreOptions): void {
  const { into, of } = options;
  const subject = subjectOf(backup);
  const { counts, madeAt } = backup;
  const content = `${counted(counts.report, 'report')} and ${counted(counts.api_key, 'key')}`;
  const whose = subject === null ? 'a venue that it does not name' : subjectText(subject);
  const what = `${from} is a backup of ${whose}, made at ${madeAt}, with ${content}`;
  if (of !== undefined) {
    if (subject === null || subject === of) return;
    throw new BackupError(`${what}, and not of ${subjectText(of)}`);
  }
  if (into === undefined || fits(backup, subject, into, options.force)) return;
  throw new BackupError(
    `${what}, and the database is for ${subjectText(into)}; to restore it all the same, add --of ${subject ?? 'venue:ID'}`,
  );
}

/** Whose data a backup has. One of an earlier version doesn't say so: with keys it is known nevertheless, otherwise this is null. */
export function subjectOf({ subject, counts }: Pick<BackupInfo, 'subject' | 'counts'>): Subject | null {
  if (subject !== null || counts.api_key === 0) return subject;
  return counts.report > 0 ? 'service' : 'accounts';
}

/** The same in words. */
export function subjectText(subject: Subject): string {
  if (subject === 'service') return 'a service with one venue';
  return subject === 'accounts' ? 'the accounts' : `the venue ${subject.slice('venue:'.length)}`;
}

function fits({ counts }: BackupInfo, subject: Subject | null, into: Subject, force: boolean): boolean {
  if (subject === into) return true;
  // Accounts without keys have no reports either.
  if (subject === null) return into !== 'accounts' || counts.report === 0;
  // Into an empty database: a drill, or a service that gets several venues and needs the backup for its accounts and for a venue.
  return !force && (subject === 'service' || into === 'service');
}
