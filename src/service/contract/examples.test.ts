import { describe, expect, it } from 'vitest';
import { CONTRACTS, csvRows } from './contract-under-test.fixture.ts';

describe.each(CONTRACTS)('the examples of Form $form', (contract) => {
  it('as CSV have CRLF and the documented columns, and their rows are valid', () => {
    const { pointer, examples } = contract.response('exportReports');
    const { properties } = contract.at('/components/schemas/ExportRow') as { properties: object };
    for (const { value } of Object.values(examples)) {
      expect(contract.errors(pointer, value)).toEqual([]);
      const [header] = (value as string).split('\r\n');
      expect(header).toBe(Object.keys(properties).join());
      for (const row of csvRows(value as string)) expect(contract.schemaErrors('ExportRow', row)).toEqual([]);
    }
  });

  it('exist for every response of every operation, each with a summary', () => {
    for (const { operationId, status, examples } of contract.responses) {
      expect(Object.keys(examples), `${operationId} ${status}`).not.toEqual([]);
      for (const { summary } of Object.values(examples)) expect(summary, operationId).toMatch(/\S/);
    }
  });

  it('cover the situations that a reader has to know', () => {
    const names = (operationId: string) => Object.keys(contract.response(operationId).examples);
    expect(names('getStatus')).toEqual(['open-and-busy', 'closing-soon', 'closed', 'no-estimate']);
    expect(names('getChart')).toEqual(['single-day', 'long-range', 'empty']);
    expect(names('listReports')).toEqual(['first-page', 'last-page', 'empty']);
    expect(names('exportReports')).toEqual(['single-day', 'empty']);
  });
});

it('the check of examples notices an additional member, at any depth', () => {
  const [contract] = CONTRACTS as [(typeof CONTRACTS)[0]];
  const created_at = '2026-10-16T13:45:00-07:00';
  const report = { id: 1, bucket: '0', created_at, photo_url: null, mood: 1 };
  const page = { next: null, previous: null, results: [report] };
  expect(contract.schemaErrors('Report', report)).not.toEqual([]);
  expect(contract.schemaErrors('ReportPage', page)).not.toEqual([]);
});
