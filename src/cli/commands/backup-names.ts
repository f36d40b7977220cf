import type { Subject } from '../../service/store/backup/subject.ts';
import type { Named } from './venues/venue-option.ts';

/** The file of a backup in a folder. `venue` is null for that of the accounts, or of the one venue. */
export function backupName(venue: string | null, date: Temporal.PlainDate | string): string {
  return `${venue === null ? '' : `${venue}-`}${date}.backup`;
}

/** Whose data a database has. */
export function subjectIn({ venues, venue }: Named<string>): Subject {
  if (venue !== null) return `venue:${venue}`;
  return venues === null ? 'service' : 'accounts';
}
