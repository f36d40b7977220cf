import { stampText } from './local-time.ts';
import { labelOf, type Report } from './reports.ts';
import { BIG_INTEGER } from './responses.ts';
import { type Store, signature } from './store.ts';

/** Where a page begins: after a report going down (older), or after it going up (newer). */
type Cursor = {
  readonly us: number;
  readonly id: number;
  readonly towardsNewer: boolean;
  readonly limit: number | null;
};
type Page = {
  readonly limit: number;
  readonly given: boolean;
  readonly cursor: string | null;
  readonly base: string;
};

/** A page of the feed, newest first; undefined if this feed did not issue the cursor. */
export function readFeed(store: Store, page: Page): Record<string, unknown> | undefined {
  const { options } = store;
  const newestFirst = [...store.reports].sort(newer);
  if (options.cursor === 'page') return readNumbered(store, page, newestFirst);
  const cursor = page.cursor === null ? null : decode(page.cursor);
  if (cursor === undefined) return undefined;
  if (options.cursorLimit === 400 && cursor?.limit != null && page.given && cursor.limit !== page.limit)
    return undefined;
  const limit = cursor?.limit != null && !page.given ? cursor.limit : page.limit;
  const [from, to] = bounds(newestFirst, cursor, limit);
  const results = newestFirst.slice(from, to);
  const link = (report: Report | undefined, towardsNewer: boolean) =>
    report === undefined
      ? null
      : pageUrl(store, page, limit, { us: report.us, id: report.id, towardsNewer, limit: null });
  return {
    next: to < newestFirst.length ? link(results.at(-1), false) : null,
    previous: from > 0 && options.previous === 'url' ? link(results[0], true) : null,
    results: results.map((report) => itemOf(report, store)),
  };
}

/** A page whose cursor is its number, so that another limit would show other reports. */
function readNumbered(
  store: Store,
  page: Page,
  newestFirst: readonly Report[],
): Record<string, unknown> | undefined {
  const { limit, given, base } = page;
  const number = page.cursor === null ? 0 : Number(/^page-(\d+)$/.exec(page.cursor)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return undefined;
  const link = (to: number) => `${base}/api/v1/reports?cursor=page-${to}${given ? `&limit=${limit}` : ''}`;
  const [from, to] = [number * limit, (number + 1) * limit];
  return {
    next: to < newestFirst.length ? link(number + 1) : null,
    previous: number > 0 ? link(number - 1) : null,
    results: newestFirst.slice(from, to).map((report) => itemOf(report, store)),
  };
}

/** The photo's URL in Form 1, null without a photo. */
export function photoUrl(report: Report, store: Store): string | null {
  return report.photo ? `${store.options.photoHost}/p/${report.id}.jpg${signature(store)}` : null;
}

function itemOf(report: Report, store: Store): Record<string, unknown> {
  const { options } = store;
  const item = {
    id: options.ids === 'huge' ? hugeId(report.id) : report.id,
    bucket: labelOf(report.bucket, options),
    created_at: stampText(report.us, options),
  };
  return options.form === 1 ? { ...item, photo_url: photoUrl(report, store) } : item;
}

/** An integer beyond 2^53, marked so that it is written as a number; each one is rounded to the same double as its neighbors. */
function hugeId(id: number): string {
  return `${BIG_INTEGER}${9_007_199_254_740_992n + BigInt(id)}`;
}

function newer(left: Pick<Report, 'us' | 'id'>, right: Pick<Report, 'us' | 'id'>): number {
  return right.us - left.us || right.id - left.id;
}

function bounds(reports: readonly Report[], cursor: Cursor | null, limit: number): readonly [number, number] {
  if (cursor === null) return [0, Math.min(limit, reports.length)];
  if (!cursor.towardsNewer) {
    const at = reports.findIndex((report) => newer(cursor, report) < 0);
    const from = at === -1 ? reports.length : at;
    return [from, Math.min(from + limit, reports.length)];
  }
  const at = reports.findIndex((report) => newer(cursor, report) <= 0);
  const to = at === -1 ? reports.length : at;
  return [Math.max(0, to - limit), to];
}

function pageUrl(store: Store, page: Page, limit: number, cursor: Cursor): string {
  const { options } = store;
  const limitInCursor = options.cursorHoldsLimit ? limit : null;
  const text = encode({ ...cursor, limit: limitInCursor }, options.cursor);
  const keep = options.nextLimit === 'always' || (options.nextLimit === 'keep' && page.given);
  const parts = [`cursor=${encodeURIComponent(text)}`];
  if (keep) parts.push(`limit=${limit}`);
  if (options.parameterOrder === 'limit-first') parts.reverse();
  return `${page.base}/api/v1/reports${options.nextSlash ? '/' : ''}?${parts.join('&')}`;
}

function encode(cursor: Cursor, style: Store['options']['cursor']): string {
  const plain = [cursor.towardsNewer ? 'u' : 'd', cursor.us, cursor.id, cursor.limit ?? ''].join('.');
  if (style === 'drf') return Buffer.from(`p=${plain}`).toString('base64');
  if (style === 'json') return Buffer.from(JSON.stringify({ at: plain })).toString('base64url');
  if (style === 'symbols') return `+/=&?#%ü ${plain}`;
  if (style === 'long') return `${'x'.repeat(900)}.${plain}`;
  return plain;
}

function decode(text: string): Cursor | undefined {
  const candidates = [text, Buffer.from(text, 'base64').toString()];
  for (const candidate of candidates) {
    const match = /([ud])\.(\d+)\.(\d+)\.(\d*)(?:"\})?$/.exec(candidate);
    if (match === null) continue;
    const [, direction, us, id, limit] = match;
    return {
      towardsNewer: direction === 'u',
      us: Number(us),
      id: Number(id),
      limit: limit === '' ? null : Number(limit),
    };
  }
  return undefined;
}
