import type { Counts } from '../store/backup/tables.ts';

/** What a database or a backup holds, in words. */
export function contentsText(counts: Counts): string {
  const { report, photo, photo_like: likes, api_key: keys, request_count: counters } = counts;
  return `${report} reports, ${photo} photos, ${likes} likes, ${keys} keys and ${counters} request counters`;
}
