import type { ScenarioData } from '../data/scenario-data.ts';
import { isSituationName, type SituationName } from '../scenarios.ts';
import { listReports } from '../service/list-reports.ts';
import { BadRequest } from '../service/parameters.ts';
import type { Body, Store } from '../service/store.ts';

/** The service in memory with the data of a scenario. */
export type ScenarioStore = Store & ScenarioData;

/** The example in the documents, which generated clients send: the page after the first three reports. */
const EXAMPLE = 'bzE3OTIxNzkwNzUwMDAwMDAuNDY';
const CURSOR = /^([a-z-]+) (\d{1,11}) (\d{1,6})$/;

/** The service in a scenario at a point in time, such as that at which a cursor was issued. */
export type StoreAt = (name: SituationName, now: Temporal.Instant) => ScenarioStore;

/**
 * A page of reports. A cursor contains the scenario and the time of the first page, so that paging ends and repeats nothing although
 * new reports arrive.
 *
 * @throws {BadRequest} if the mock didn't issue the cursor
 */
export function pageOfReports(
  now: ScenarioStore,
  { cursor, limit, baseUrl }: { readonly cursor: string; readonly limit: number; readonly baseUrl: string },
  storeAt: StoreAt,
): Body {
  const [, scenario = '', seconds, position] = CURSOR.exec(readCursor(cursor)) ?? [];
  const isOwn = isSituationName(scenario);
  if (!isOwn && cursor !== '' && cursor !== EXAMPLE) {
    const message =
      'is not a cursor of this service; copy it unchanged from `next` or `previous` of an earlier page.';
    throw new BadRequest({ parameter: 'cursor', message });
  }
  const then = Temporal.Instant.fromEpochMilliseconds(Number(seconds ?? 0) * 1000);
  const store = isOwn ? storeAt(scenario, then) : now;
  const from = isOwn ? Number(position) : cursor === EXAMPLE ? 3 : 0;
  const slice = { newestFirst: store.reports.toReversed(), from, to: from + limit };
  return listReports(store, slice, (page) => {
    const next = writeCursor(store, page === 'next' ? from + limit : Math.max(0, from - limit));
    return `${baseUrl}/api/v1/reports?limit=${limit}&cursor=${next}`;
  });
}

/** Base64url, which browsers can read and write since 2025 only. */
function writeCursor({ name, now }: ScenarioStore, from: number): string {
  const text = btoa(`${name} ${Math.floor(now / 1_000_000)} ${from}`);
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function readCursor(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
