import { stampText } from './local-time.ts';
import type { Body, Report, Store } from './store.ts';

/** A part of the feed, as positions from its beginning: from `from` up to, but not including, `to`. */
export interface Slice {
  readonly newestFirst: readonly Report[];
  readonly from: number;
  readonly to: number;
}

/** `listReports`: a page of the feed. `link` writes the URL of the next page, which is older, or the previous one. */
export function listReports(
  store: Store,
  { newestFirst, from, to }: Slice,
  link: (page: 'next' | 'previous') => string | null,
): Body {
  return {
    next: to < newestFirst.length ? link('next') : null,
    previous: from > 0 && store.options.previous === 'url' ? link('previous') : null,
    results: newestFirst.slice(from, to).map((report) => itemOf(report, store)),
  };
}

function itemOf({ id, us, bucket, photo }: Report, store: Store): Body {
  const item = { id, bucket: store.labels[bucket], created_at: stampText(us, store) };
  return store.form === 2 ? item : { ...item, photo_url: photo === null ? null : store.photoUrl(photo) };
}
