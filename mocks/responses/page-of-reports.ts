import type { ScenarioData } from '../data/scenario-data.ts';
import { isSituationName } from '../scenarios.ts';
import { BadRequest } from '../service/bad-request.ts';
import { listReports } from '../service/list-reports.ts';
import type { Body } from '../service/store.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { integerIn, type MockRequest, storeOf } from './request.ts';

/** The example in the documents, which generated clients send: the page after the first three reports. */
const EXAMPLE = 'bzE3OTIxNzkwNzUwMDAwMDAuNDY';
const CURSOR = /^([a-z-]+) (\d{1,11}) (\d{1,6})$/;

/**
 * A page of reports. A cursor contains the scenario and the time of the first page, so that paging ends and repeats nothing although
 * new reports arrive.
 *
 * @throws {BadRequest} if the mock didn't issue the cursor
 */
export function pageOfReports(request: MockRequest): Body {
  const limit = integerIn(request, 'limit');
  const { data, from } = positionOf(request);
  const newestFirst = data.reports.toReversed();
  return listReports(storeOf(request, data), { newestFirst, from, to: from + limit }, (page) => {
    const cursor = writeCursor(data, page === 'next' ? from + limit : Math.max(0, from - limit));
    return `${request.baseUrl}/api/v1/reports?limit=${limit}&cursor=${cursor}`;
  });
}

/** The data that a page shows, and how many newer reports there are. */
function positionOf({ query, data, build }: MockRequest): { data: ScenarioData; from: number } {
  const text = query.get('cursor') ?? '';
  if (text === '') return { data, from: 0 };
  if (text === EXAMPLE) return { data, from: 3 };
  const [, scenario = '', seconds, from] = CURSOR.exec(decodeBase64Url(text)) ?? [];
  if (!isSituationName(scenario)) {
    const message =
      'is not a cursor of this service; copy it unchanged from `next` or `previous` of an earlier page.';
    throw new BadRequest({ parameter: 'cursor', message });
  }
  const now = Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000);
  return { data: build(scenario, now), from: Number(from) };
}

function writeCursor({ name, now }: ScenarioData, from: number): string {
  return encodeBase64Url(`${name} ${Math.floor(now / 1_000_000)} ${from}`);
}
