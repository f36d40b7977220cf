/** The files that `headcount backup` writes into a folder, and how commands describe their content. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '../../service/domain/texts.ts';
import type { Subject } from '../../service/store/backup/subject.ts';
import type { Counts } from '../../service/store/backup/tables.ts';
import { OperatorError } from '../settings/operator-error.ts';
import type { NamedDatabase } from './venue-databases.ts';
import type { VenueOptions } from './venue-option.ts';

/** The file of a backup in a folder. `venue` is null for that of the accounts, or of the one venue. */
export function backupName(venue: string | null, date: Temporal.PlainDate | string): string {
  return `${venue === null ? '' : `${venue}-`}${date}.backup`;
}

/** The subject of the data in a database. */
export function subjectIn({ venues, venue }: VenueOptions): Subject {
  if (venue !== null) return `venue:${venue}`;
  return venues === null ? 'service' : 'accounts';
}

interface NewestBackups {
  readonly backups: readonly { readonly database: NamedDatabase; readonly file: string }[];
  /** Sentences about what isn't restored. */
  readonly warnings: readonly string[];
}

/**
 * The backups of databases, the first of which has the accounts, in a folder that `backup` wrote to: those of the newest date that all have.
 * A venue without any backup was never served, and is left out. Throws `OperatorError` if there is no such date.
 */
export async function newestBackups(
  folder: string,
  databases: readonly NamedDatabase[],
): Promise<NewestBackups> {
  const names = await readdir(folder);
  const all = databases.map((database) => ({ database, dates: datesOf(database.venue, names) }));
  const [accounts] = all;
  const backedUp = all.filter(({ dates }) => dates.size > 0);
  if (accounts === undefined || accounts.dates.size === 0) {
    throw new OperatorError(
      `${folder} has no backup that is named as that of the accounts, such as 2026-11-21.backup`,
    );
  }
  const lacking = (date: string) => backedUp.filter(({ dates }) => !dates.has(date)).map(nameOf);
  const newestFirst = [...new Set(backedUp.flatMap(({ dates }) => [...dates]))].sort().reverse();
  const date = newestFirst.find((one) => lacking(one).length === 0);
  if (date === undefined) {
    const ids = backedUp.map(nameOf).join(', ');
    throw new OperatorError(`${folder} has no date with a backup of each of ${ids}; restore them one by one`);
  }
  const warnings = [
    ...all
      .filter(({ dates }) => dates.size === 0)
      .map((one) => `${folder} has no backup of ${nameOf(one)}, so it stays as it is`),
    ...newestFirst.filter((one) => one > date).map((one) => `${one} lacks ${lacking(one).join(', ')}`),
  ];
  const backups = backedUp.map(({ database }) => ({
    database,
    file: join(folder, backupName(database.venue, date)),
  }));
  return { backups, warnings };
}

function datesOf(venue: string | null, names: readonly string[]): ReadonlySet<string> {
  const dates = names.map((name) => /(\d{4}-\d\d-\d\d)\.backup$/.exec(name)?.[1] ?? '');
  return new Set(dates.filter((date, index) => names[index] === backupName(venue, date)));
}

function nameOf({ database }: { readonly database: NamedDatabase }): string {
  return database.venue ?? 'the accounts';
}

/** The content of a database or a backup, by names for people. */
export function contentsOf(counts: Counts): Readonly<Record<string, number>> {
  return {
    reports: counts.report,
    photos: counts.photo,
    likes: counts.photo_like,
    accounts: counts.account,
    keys: counts.api_key,
    auditEvents: counts.audit_event,
    counters: counts.request_count,
    metadata: counts.fact,
  };
}

/** The same in words. */
export function contentsText(counts: Counts): string {
  const many = [
    counted(counts.report, 'report'),
    counted(counts.photo, 'photo'),
    counted(counts.photo_like, 'like'),
    `${counted(counts.account, 'account')} (with those that only liked photos)`,
    counted(counts.api_key, 'key'),
    counted(counts.audit_event, 'event'),
  ];
  return `${many.join(', ')} and ${counted(counts.request_count, 'request counter')}`;
}
