import { counted } from '../../service/domain/texts.ts';
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
    counted(counts.report, 'report'),
    counted(counts.photo, 'photo'),
    counted(counts.photo_like, 'like'),
    `${counted(counts.account, 'account')} (with those that only liked photos)`,
    counted(counts.api_key, 'key'),
    counted(counts.audit_event, 'event'),
  ];
  return `${many.join(', ')} and ${counted(counts.request_count, 'request counter')}`;
}
