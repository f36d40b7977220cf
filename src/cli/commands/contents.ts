import type { Counts } from '../../service/store/backup/tables.ts';

/** What a database or a backup holds, by names for people. */
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
    number(counts.report, 'report'),
    number(counts.photo, 'photo'),
    number(counts.photo_like, 'like'),
    `${number(counts.account, 'account')} (with those that only liked photos)`,
    number(counts.api_key, 'key'),
    number(counts.audit_event, 'event'),
  ];
  return `${many.join(', ')} and ${number(counts.request_count, 'request counter')}`;
}

function number(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
