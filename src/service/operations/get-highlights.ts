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
  const first = await store.firstPhoto({ ...EVER, before: snapshot.now }, account);
  if (first === null) return [];
  const highlights: Highlight[] = [];
  for (const date of days) {
    for (const search of highlightSearches(date, first.createdAt, time)) {
      // A search may pass over thousands of photos that expire too early.
      await slices.next();
      const photo = await store.firstPhoto(search, account);
      if (photo === null) continue;
      highlights.push({ date, photo });
      break;
    }
  }
  return highlights;
}
