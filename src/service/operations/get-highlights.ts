import { highlightDays, highlightSearches } from '../domain/highlights.ts';
import type { Highlight } from '../domain/report.ts';
import type { RequestContext } from './context.ts';

const EVER = { from: Number.MIN_SAFE_INTEGER, validUntil: Number.MIN_SAFE_INTEGER };

/** `GET /api/v1/highlights`: an older photo for each of the last days, newest day first; days without one are omitted. */
export async function getHighlights(
  query: { readonly days: number },
  context: RequestContext,
): Promise<readonly Highlight[]> {
  const { store, time, snapshot, slices, account } = context;
  const days = highlightDays(snapshot.today, query.days);
  const [first] = await store.firstPhotos([{ ...EVER, before: snapshot.now }], account);
  if (first == null) return [];
  const highlights: Highlight[] = [];
  for (const date of days) {
    // A search may pass over thousands of photos that expire too early.
    await slices.next();
    const photos = await store.firstPhotos(highlightSearches(date, first.createdAt, time), account);
    const photo = photos.find((found) => found !== null);
    if (photo != null) highlights.push({ date, photo });
  }
  return highlights;
}
