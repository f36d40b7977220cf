import { isSituationName } from '../scenarios.ts';
import { BadRequest } from '../service/bad-request.ts';
import { listReports } from '../service/list-reports.ts';
import type { Body } from '../service/store.ts';
import type { EndpointRequest, ScenarioStore } from './endpoint-request.ts';

/** The example in the documents, which generated clients send: the page after the first three reports. */
const EXAMPLE = 'bzE3OTIxNzkwNzUwMDAwMDAuNDY';
const CURSOR = /^([a-z-]+) (\d{1,11}) (\d{1,6})$/;

/**
 * A page of reports. A cursor contains the scenario and the time of the first page, so that paging ends and repeats nothing although
 * new reports arrive.
 *
 * @throws {BadRequest} if the mock didn't issue the cursor
 */
export function pageOfReports(request: EndpointRequest, limit: number): Body {
  const { store, from } = positionOf(request);
  const slice = { newestFirst: store.reports.toReversed(), from, to: from + limit };
  return listReports(store, slice, (page) => {
    const cursor = writeCursor(store, page === 'next' ? from + limit : Math.max(0, from - limit));
    return `${request.baseUrl}/api/v1/reports?limit=${limit}&cursor=${cursor}`;
  });
}

/** The service whose reports a page shows, and how many newer reports there are. */
function positionOf({ query, store, storeAt }: EndpointRequest): { store: ScenarioStore; from: number } {
  const cursor = query.get('cursor') ?? '';
  if (cursor === '') return { store, from: 0 };
  if (cursor === EXAMPLE) return { store, from: 3 };
  const [, scenario = '', seconds, from] = CURSOR.exec(readCursor(cursor)) ?? [];
  if (!isSituationName(scenario)) {
    const message =
      'is not a cursor of this service; copy it unchanged from `next` or `previous` of an earlier page.';
    throw new BadRequest({ parameter: 'cursor', message });
  }
  const now = Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000);
  return { store: storeAt(scenario, now), from: Number(from) };
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
