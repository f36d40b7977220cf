import { describe, expect, it } from 'vitest';
import {
  CONTRACTS,
  csvRows,
  type DocumentedResponse,
  queriesOf,
} from '../../contract/contract-under-test.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from '../sample-data.fixture.ts';
import { at, type Running, services, shared } from '../service-under-test.fixture.ts';

const start = services();

/** Situations of the service: its clock, and whether there are reports. */
const SITUATIONS = [
  ['open and busy', FRIDAY_LUNCH, true],
  ['closing soon', '2026-10-16T13:48:00-07:00', true],
  ['closed until the evening', '2026-10-16T15:00:00-07:00', true],
  ['closed until Monday', '2026-10-17T22:00:00-07:00', true],
  ['closed by an exception', '2026-10-14T12:00:00-07:00', true],
  ['open past midnight', '2026-10-17T00:40:00-07:00', true],
  ['just closed past midnight', '2026-10-17T02:00:00-07:00', true],
  ['open without an estimate', '2026-10-16T11:00:30-07:00', true],
  ['at the first instant of a day', '2026-10-16T00:00:00-07:00', true],
  ['on a day of 25 hours', '2026-11-01T13:00:00-08:00', true],
  ['before the first report', '2026-05-01T12:00:00-07:00', true],
  ['without any report, open', FRIDAY_LUNCH, false],
  ['without any report, closed', '2026-10-18T12:00:00-07:00', false],
] as const;

const RANGES = [
  '?since=2026-10-15&until=2026-10-15',
  '?since=2026-10-14&until=2026-10-14',
  '?since=2026-11-01&until=2026-11-01',
  '?since=2026-10-10&until=2026-10-16',
  '?since=2026-06-01&until=2026-10-31',
  '?since=2026-10-01',
  '?until=2026-10-01',
  '?since=2030-01-01&until=2030-01-01',
  '?since=1999-12-31&until=1999-12-31',
];

describe.each(CONTRACTS)('the service of Form $form', (contract) => {
  const { form } = contract;
  const full = shared(start, { form, reports: sampleReports() });
  const empty = shared(start, { form });

  /** Checks one response against the document; returns its JSON or rows. */
  async function checked(service: Running, operationId: string, path: string): Promise<unknown> {
    const response = await service.get(path);
    const text = await response.text();
    expect([path, response.status], text).toEqual([path, 200]);
    const { mediaType, pointer } = contract.response(operationId);
    expect(response.headers.get('content-type')).toMatch(new RegExp(`^${mediaType};`));
    const isCsv = operationId === 'exportReports';
    const body = isCsv ? csvRows(text) : JSON.parse(text);
    const errors = isCsv
      ? (body as object[]).flatMap((row) => contract.schemaErrors('ExportRow', row))
      : contract.exactErrors(pointer, body);
    expect([path, ...errors]).toEqual([path]);
    return body;
  }

  /** Checks every operation, with the queries that are chosen for its parameters. */
  async function checkAll(
    service: Running,
    queriesFor: (operation: DocumentedResponse) => readonly string[],
  ): Promise<void> {
    for (const operation of contract.responses.filter(({ status }) => status === '200')) {
      const path = operation.path.replace('/api/v1/', '');
      for (const query of queriesFor(operation))
        await checked(service, operation.operationId, `${path}${query}`);
    }
  }

  it.each(SITUATIONS)('conforms to its document for every operation: %s', async (_, now, hasReports) => {
    const service = hasReports ? full() : empty();
    service.clock.now = at(now);
    await checkAll(service, () => ['']);
  });

  it('conforms to its document for every range, and both bounds of each number', async () => {
    for (const service of [full(), empty()]) {
      service.clock.now = at(FRIDAY_LUNCH);
      await checkAll(service, ({ parameters }) => queriesOf(parameters, RANGES));
    }
  });
});
