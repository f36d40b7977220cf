import type { Counts } from '../store/backup/tables.ts';

/** What a database or a backup holds, by names for people. */
export function contentsOf(counts: Counts): Readonly<Record<string, number>> {
  return {
    reports: counts.report,
    photos: counts.photo,
    likes: counts.photo_like,
    accounts: counts.account,
    keys: counts.api_key,
    quotaRequests: counts.quota_request,
    auditEvents: counts.audit_event,
    counters: counts.request_count,
    metadata: counts.fact,
  };
}

/** The same in words. */
export function contentsText(counts: Counts): string {
  const { report, photo, photo_like: likes, api_key: keys, request_count: counters } = counts;
  const many = [number(report, 'report'), number(photo, 'photo'), number(likes, 'like'), number(keys, 'key')];
  return `${many.join(', ')} and ${number(counters, 'request counter')}`;
}

function number(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
