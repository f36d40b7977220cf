import { describe, expect, it } from 'vitest';
import { CONTRACTS, exampleQuery } from '../../contract/contract-under-test.fixture.ts';
import { parseTimetable } from '../../domain/timetable.ts';
import type { NewReport } from '../../store/store.ts';
import { newPhoto, newReport } from '../../store/suite/new-report.fixture.ts';
import { at, OWNER, services } from '../service-under-test.fixture.ts';

const start = services();

/** The lunch counter of the examples. */
const LUNCH = ['11:00-14:00'];
const HOURS = parseTimetable({
  weekly: { mon: LUNCH, tue: LUNCH, wed: LUNCH, thu: LUNCH, fri: LUNCH, sat: [], sun: [] },
});
const LIKES = [OWNER, ...['bo', 'cy', 'di'].map((name) => `${name}@example.edu`)];
const PHOTOS: Readonly<Record<number, NewReport['photo']>> = {
  41: newPhoto({
    file: '2026-10-15-0001.svg',
    caption: 'Out to the door already',
    expiresAt: at('2027-04-13T12:10:00-07:00'),
    likes: LIKES,
  }),
  46: newPhoto({ file: '2026-10-16-0005.svg' }),
};
const REPORTS = (
  [
    ['2026-10-15T12:10:00', '11-20'],
    ['2026-10-16T11:05:00', '1-5'],
    ['2026-10-16T11:40:20', '6-10'],
    ['2026-10-16T12:10:05', '11-20'],
    ['2026-10-16T12:25:40', '20-30'],
    ['2026-10-16T12:31:15', '11-20'],
    ['2026-10-16T13:20:00', '6-10'],
    ['2026-10-16T13:45:00', '1-5'],
  ] as const
).map(([time, bucket], index) =>
  newReport({ id: 41 + index, createdAt: at(`${time}-07:00`), bucket, photo: PHOTOS[41 + index] ?? null }),
);

/** The time of day and the query that each example shows. */
const SHOWN: readonly (readonly [operationId: string, example: string, clock: string, query?: string])[] = [
  ['getStatus', 'no-estimate', '11:02'],
  ['getStatus', 'open-and-busy', '12:35'],
  ['getStatus', 'closing-soon', '13:48'],
  ['getStatus', 'closed', '15:00'],
  ['getChart', 'single-day', '15:00'],
  ['getChart', 'long-range', '15:00', '?since=2026-10-12&until=2026-10-18'],
  ['getChart', 'empty', '15:00', '?since=2026-10-17&until=2026-10-17'],
  ['getPatterns', 'all-time', '15:00'],
  ['listReports', 'first-page', '15:00', '?limit=3'],
  ['exportReports', 'single-day', '15:00', '?since=2026-10-16&until=2026-10-16'],
  ['exportReports', 'empty', '15:00', '?since=2026-10-17&until=2026-10-17'],
  ['getHighlights', 'week', '15:00'],
];

/** The base URL of the examples. */
const SHOWN_URL = 'http://127.0.0.1:3000';

describe.each(CONTRACTS)('the examples in the document of Form $form', (contract) => {
  const given = { form: contract.form, settings: { hours: HOURS } } as const;
  const path = (operationId: string) => contract.response(operationId).path.slice('/api/v1/'.length);

  it('are what the service responds with, given the same reports', async () => {
    const service = await start({ ...given, now: '2026-10-16T11:02:00-07:00', reports: REPORTS });
    const bodyOf = async (operationId: string, query: string) => {
      const text = (await service.text(path(operationId) + query)).replaceAll(service.url, SHOWN_URL);
      return operationId === 'exportReports' ? text : JSON.parse(text);
    };
    for (const [operationId, name, clock, query = ''] of SHOWN) {
      if (contract.form === 1 && operationId === 'getHighlights') continue;
      service.clock.now = at(`2026-10-16T${clock}:00-07:00`);
      const shown = contract.example(operationId, name);
      const body = shortened(await bodyOf(operationId, query), shown);
      expect.soft(body, `${operationId} ${name}`).toEqual(shown);
    }
    let last = await bodyOf('listReports', '?limit=3');
    while (last.next !== null) last = await bodyOf('listReports', new URL(last.next).search);
    expect(last).toEqual(contract.example('listReports', 'last-page'));
  });

  it('of parameters are accepted, all of an operation together', async () => {
    const service = await start({ ...given, reports: [] });
    for (const { operationId, parameters, status } of contract.responses)
      if (status === '200') await service.text(path(operationId) + exampleQuery(parameters));
  });

  it('are what the service responds with, given no reports', async () => {
    const service = await start({ ...given, reports: [] });
    const operations = contract.form === 1 ? ['listReports'] : ['listReports', 'getHighlights'];
    for (const operationId of operations)
      expect(await service.json(path(operationId))).toEqual(contract.example(operationId, 'empty'));
  });
});

/** A response with those points of its line only that the example has. */
function shortened(body: { line?: readonly Point[] }, shown: unknown): unknown {
  const { line } = body;
  if (line === undefined) return body;
  const times = (shown as { line: readonly Point[] }).line.map(({ t }) => t);
  return { ...body, line: line.filter(({ t }) => times.includes(t)) };
}

interface Point {
  readonly t: string;
}
