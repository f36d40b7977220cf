import { listReports, type Slice } from '../../mocks/service/list-reports.ts';
import type { Body, Report } from '../../mocks/service/store.ts';
import type { Options } from './options.ts';
import { BIG_INTEGER } from './responses.ts';
import type { ReferenceStore } from './store.ts';

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
export function readFeed(store: ReferenceStore, page: Page): Body | undefined {
  const { options } = store;
  const newestFirst = store.reports.toSorted(newer);
  const body =
    options.cursor === 'page'
      ? readNumbered(store, page, newestFirst)
      : readPositioned(store, page, newestFirst);
  if (body === undefined || options.ids !== 'huge') return body;
  return { ...body, results: (body['results'] as readonly Report[]).map(withHugeId) };
}

function readPositioned(store: ReferenceStore, page: Page, newestFirst: readonly Report[]): Body | undefined {
  const { options } = store;
  const cursor = page.cursor === null ? null : decode(page.cursor);
  if (cursor === undefined) return undefined;
  if (options.cursorLimit === 400 && cursor?.limit != null && page.given && cursor.limit !== page.limit)
    return undefined;
  const limit = cursor?.limit != null && !page.given ? cursor.limit : page.limit;
  const slice = sliceAt(newestFirst, cursor, limit);
  const { from, to } = slice;
  return listReports(store, slice, (towards) => {
    const isNewer = towards === 'previous';
    const report = newestFirst[isNewer ? from : to - 1];
    return report === undefined ? null : pageUrl(options, page, limit, { ...report, towardsNewer: isNewer });
  });
}

/** A page whose cursor is its number, so that another limit would show other reports. */
function readNumbered(store: ReferenceStore, page: Page, newestFirst: readonly Report[]): Body | undefined {
  const { limit, given, base } = page;
  const number = page.cursor === null ? 0 : Number(/^page-(\d+)$/.exec(page.cursor)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return undefined;
  const link = (to: number) => `${base}/api/v1/reports?cursor=page-${to}${given ? `&limit=${limit}` : ''}`;
  const slice = { newestFirst, from: number * limit, to: (number + 1) * limit };
  return listReports(store, slice, (towards) => link(towards === 'next' ? number + 1 : number - 1));
}

/** An integer beyond 2^53, marked so that it is written as a number; each one is rounded to the same double as its neighbors. */
function withHugeId(report: Report): object {
  return { ...report, id: `${BIG_INTEGER}${9_007_199_254_740_992n + BigInt(report.id)}` };
}

function newer(left: Pick<Report, 'us' | 'id'>, right: Pick<Report, 'us' | 'id'>): number {
  return right.us - left.us || right.id - left.id;
}

function sliceAt(newestFirst: readonly Report[], cursor: Cursor | null, limit: number): Slice {
  const total = newestFirst.length;
  if (cursor === null) return { newestFirst, from: 0, to: Math.min(limit, total) };
  const found = newestFirst.findIndex((report) =>
    cursor.towardsNewer ? newer(cursor, report) <= 0 : newer(cursor, report) < 0,
  );
  const at = found === -1 ? total : found;
  return cursor.towardsNewer
    ? { newestFirst, from: Math.max(0, at - limit), to: at }
    : { newestFirst, from: at, to: Math.min(at + limit, total) };
}

function pageUrl(
  options: Options,
  page: Page,
  limit: number,
  position: Pick<Cursor, 'us' | 'id' | 'towardsNewer'>,
): string {
  const text = encode({ ...position, limit: options.cursorHoldsLimit ? limit : null }, options.cursor);
  const keep = options.nextLimit === 'always' || (options.nextLimit === 'keep' && page.given);
  const parts = [`cursor=${encodeURIComponent(text)}`];
  if (keep) parts.push(`limit=${limit}`);
  if (options.parameterOrder === 'limit-first') parts.reverse();
  return `${page.base}/api/v1/reports${options.nextSlash ? '/' : ''}?${parts.join('&')}`;
}

function encode(cursor: Cursor, style: Options['cursor']): string {
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
