import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { DreddThreads } from '../conformance/dredd/threads.ts';
import { runGate } from '../conformance/gate.ts';
import { judgingHere } from '../conformance/judging.ts';
import { withOutcome } from '../conformance/testing/run-gate.fixture.ts';
import {
  ContractUnderTest,
  exampleQuery,
  queriesOf,
} from '../src/service/contract/contract-under-test.fixture.ts';
import { ask, mocksUnderTest, NOON } from './mock-under-test.fixture.ts';
import { SCENARIO_NAMES } from './scenarios.ts';

const mockWith = mocksUnderTest();
const dreddThreads = new DreddThreads();
afterAll(() => dreddThreads.end());
const KEY = 'any-key-will-do-0123456789';
const FORMS = [1, 2] as const;
const CONTRACTS = { 1: new ContractUnderTest(1), 2: new ContractUnderTest(2) };
const RANGES = [
  '?since=2026-11-21',
  '?since=2026-10-01&until=2026-11-20',
  '?since=2025-01-01',
  '?since=2027-01-01&until=2027-01-01',
];
/** Midday, the hours of both clock changes, and the end of the year. */
const TIMES = [
  NOON.now,
  '2026-11-01T01:20:00-08:00',
  '2026-03-08T03:05:00-07:00',
  '2026-12-31T23:59:30-08:00',
];

describe.each(FORMS)('Form %i', { timeout: 60_000 }, (form) => {
  const contract = CONTRACTS[form];

  it.each(SCENARIO_NAMES)('returns valid bodies from every operation in %s', async (scenario) => {
    for (const now of TIMES) {
      const mock = await mockWith({ form, now });
      const preferred = { Prefer: `example=${scenario}` };
      for (const { path, parameters, pointer, mediaType } of contract.responses.filter(isSuccess)) {
        for (const query of [...queriesOf(parameters, RANGES), exampleQuery(parameters)]) {
          const response = await ask(mock, `${path}${query}`, preferred);
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
    const options = { level: 'contract', judging: judgingHere, dreddThreads } as const;
    const result = await runGate({ url: mock.url, form, key: KEY, ...options });
    expect(result.evidence.dredd?.verdicts.length).toBeGreaterThan(20);
    expect(result.outcomes.length).toBeGreaterThan(50);
    expect(withOutcome(result, 'pass')).toEqual(result.outcomes.map(({ requirement }) => requirement));
  });

  it.each(['rush', 'closing-soon', 'closed', 'no-estimate'] as const)(
    'meets every requirement in %s, except that it accepts any key',
    async (scenario) => {
      const mock = await mockWith({ form, scenario });
      const result = await runGate({ url: mock.url, form, key: KEY, skipDredd: true, judging: judgingHere });
      expect(withOutcome(result, 'fail')).toEqual(['auth.wrong-key']);
      expect(withOutcome(result, 'pass').length).toBeGreaterThan(80);
      expect(withOutcome(result, 'inconclusive')).toEqual([]);
    },
  );
});

function isSuccess({ status }: { readonly status: string }): boolean {
  return status === '200';
}
