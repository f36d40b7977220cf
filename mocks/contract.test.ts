import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { runGate } from '../conformance/gate.ts';
import { withOutcome } from '../conformance/testing/run.ts';
import { ContractUnderTest } from '../src/contract/validation.suite.ts';
import { ask, mocksUnderTest, NOON } from './mock-under-test.suite.ts';
import { SCENARIO_NAMES } from './scenarios.ts';

const mockWith = mocksUnderTest();
const KEY = 'any-key-will-do-0123456789';
const FORMS = [1, 2] as const;
const CONTRACTS = { 1: new ContractUnderTest(1), 2: new ContractUnderTest(2) };
/** With and without parameters, so that every shape of every answer is seen. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  getChart: ['', '?since=2026-11-21', '?since=2026-10-01&until=2026-11-20', '?since=2025-01-01'],
  getPatterns: ['', '?since=2027-01-01&until=2027-01-01'],
  listReports: ['', '?limit=200', '?limit=1'],
  exportReports: ['', '?since=2027-01-01'],
  getHighlights: ['', '?days=60', '?days=1'],
};
const MOMENTS = [
  NOON.now,
  '2026-11-01T01:20:00-08:00',
  '2026-03-08T03:05:00-07:00',
  '2026-12-31T23:59:30-08:00',
];

describe.each(FORMS)('Form %i', { timeout: 60_000 }, (form) => {
  const contract = CONTRACTS[form];

  it.each(SCENARIO_NAMES)('answers every operation as the schemas want, in %s', async (scenario) => {
    for (const now of MOMENTS) {
      const mock = await mockWith({ form, scenario, now });
      for (const { operationId, path, pointer, mediaType } of contract.answers.filter(isSuccess)) {
        for (const query of QUERIES[operationId] ?? ['']) {
          const response = await ask(mock, `${path}${query}`);
          const text = await response.text();
          const where = `${now} ${path}${query}`;
          if (scenario === 'quota-exceeded') {
            expect(response.status, where).toBe(429);
            expect(contract.schemaErrors('Problem', JSON.parse(text)), where).toEqual([]);
          } else if (mediaType === 'text/csv') {
            const rows: unknown[] = parse(text, { columns: true });
            for (const row of rows) expect(contract.schemaErrors('ExportRow', row), where).toEqual([]);
          } else {
            expect(contract.exactErrors(pointer, JSON.parse(text)), where).toEqual([]);
          }
        }
      }
    }
  });

  it('passes the gate at the contract level, Dredd included', async () => {
    const mock = await mockWith({ form });
    const result = await runGate({ url: mock.url, form, key: KEY, level: 'contract' });
    expect(result.outcomes.length).toBeGreaterThan(50);
    expect(withOutcome(result, 'pass')).toEqual(result.outcomes.map(({ requirement }) => requirement));
  });

  it.each(['rush', 'closing-soon', 'closed', 'no-estimate'] as const)(
    'keeps every promise in %s, except that it takes any key',
    async (scenario) => {
      const mock = await mockWith({ form, scenario });
      const result = await runGate({ url: mock.url, form, key: KEY, skipDredd: true });
      expect(withOutcome(result, 'fail')).toEqual(['auth.wrong-key']);
      expect(withOutcome(result, 'pass').length).toBeGreaterThan(80);
      expect(withOutcome(result, 'inconclusive')).toEqual([]);
    },
  );
});

function isSuccess({ status }: { readonly status: string }): boolean {
  return status === '200';
}
