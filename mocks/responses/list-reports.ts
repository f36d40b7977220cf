import type { ScenarioData } from '../data/scenario-data.ts';
import { BadRequest } from '../problem.ts';
import { isSceneName } from '../scenarios.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { integerIn, labelOf, type MockRequest } from './request.ts';
import { timestamp } from './values.ts';

/** The example in the documents, which generated clients send: the page after the first three reports. */
const EXAMPLE = 'bzE3OTIxNzkwNzUwMDAwMDAuNDY';
const CURSOR = /^([a-z-]+) (\d{1,11}) (\d{1,6})$/;

/**
 * `listReports`: a page of reports. A cursor contains the scenario and the time of the first page, so that paging ends and
 * repeats nothing although new reports arrive.
 *
 * @throws {BadRequest} if the mock didn't issue the cursor
 */
export function listReports(request: MockRequest): object {
  const { baseUrl } = request;
  const limit = integerIn(request, 'limit');
  const { data, offset } = positionOf(request);
  const link = (to: number): string => {
    const cursor = writeCursor(data, to);
    return `${baseUrl}/api/v1/reports?limit=${limit}&cursor=${cursor}`;
  };
  const page = data.reports.toReversed().slice(offset, offset + limit);
  return {
    next: offset + limit < data.reports.length ? link(offset + limit) : null,
    previous: offset > 0 && data.variety.previous === 'url' ? link(Math.max(0, offset - limit)) : null,
    results: page.map((report) => ({
      id: report.id,
      bucket: labelOf(report, request),
      created_at: timestamp(report.time),
      photo_url: report.photo === null ? null : `${baseUrl}/photos/${report.photo.file}`,
    })),
  };
}

/** The data that a page shows, and how many newer reports there are. */
function positionOf({ query, data, build }: MockRequest): { data: ScenarioData; offset: number } {
  const text = query.get('cursor') ?? '';
  if (text === '') return { data, offset: 0 };
  if (text === EXAMPLE) return { data, offset: 3 };
  const [, scenario = '', seconds, offset] = CURSOR.exec(decodeBase64Url(text)) ?? [];
  if (!isSceneName(scenario)) {
    const message =
      'is not a cursor of this service; copy it unchanged from `next` or `previous` of an earlier page.';
    throw new BadRequest('cursor', message);
  }
  const now = Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000);
  return { data: build(scenario, now), offset: Number(offset) };
}

function writeCursor({ name, now }: ScenarioData, offset: number): string {
  return encodeBase64Url(`${name} ${Math.floor(now.epochMilliseconds / 1000)} ${offset}`);
}
