import { afterAll, describe, expect, it } from 'vitest';
import { startDredd } from '../conformance/dredd/dredd.ts';
import { runGate } from '../conformance/gate.ts';
import { judgingHere } from '../conformance/judging.ts';
import { withOutcome } from '../conformance/testing/run-gate.fixture.ts';
import { ContractUnderTest, queriesOf } from '../src/service/contract/contract-under-test.fixture.ts';
import type { components } from '../src/service/contract/form-1.types.generated.ts';
import { failuresOf, KEY, mocksUnderTest, NOON, read } from './mock-under-test.fixture.ts';
import { SCENARIO_NAMES } from './scenarios.ts';

type Schemas = components['schemas'];

const mockWith = mocksUnderTest();
const dredd = startDredd();
afterAll(() => dredd.end());
const FORMS = [1, 2] as const;
const CONTRACTS = { 1: new ContractUnderTest(1), 2: new ContractUnderTest(2) };
const RANGES = [
  '?since=2026-11-21',
  '?since=2026-10-01&until=2026-11-20',
  '?since=2025-01-01',
  '?since=2027-01-01&until=2027-01-01',
];
/** Midday, the hours of both clock changes, a venue that opened before midnight, and the end of the year. */
const TIMES = [
  NOON.now,
  '2026-11-01T01:20:00-08:00',
  '2026-03-08T03:05:00-07:00',
  '2026-11-20T00:20:00-08:00',
  '2026-12-31T23:59:30-08:00',
];
/** Each scenario once; the forms and the times take turns. */
const CASES = SCENARIO_NAMES.filter((name) => name !== 'quota-exceeded').map((scenario, at) => ({
  scenario,
  form: FORMS[at % 2] ?? 2,
  now: TIMES[at % TIMES.length] ?? NOON.now,
}));

describe('the responses of the mock', { timeout: 60_000 }, () => {
  it.each(FORMS)('have exactly the members that Form %i has', async (form) => {
    const contract = CONTRACTS[form];
    const mock = await mockWith({ form });
    const operations = contract.responses.filter(({ status }) => status === '200');
    for (const { path, parameters, pointer } of operations.filter((one) => one.mediaType !== 'text/csv'))
      for (const scenario of ['rush', 'nulls'])
        for (const query of queriesOf(parameters, RANGES)) {
          const body = await read(mock, `${path}${query}`, scenario);
          expect(contract.exactErrors(pointer, body), `${path}${query}`).toEqual([]);
        }
  });

  it.each(FORMS)('pass the gate at the contract level, Dredd included: Form %i', async (form) => {
    const mock = await mockWith({ form });
    const options = { level: 'contract', judging: judgingHere, dredd } as const;
    const result = await runGate({ url: mock.url, form, key: KEY, ...options });
    expect(result.evidence.dredd?.verdicts.length).toBeGreaterThan(20);
    expect(result.outcomes.length).toBeGreaterThan(50);
    expect(withOutcome(result, 'pass')).toEqual(result.outcomes.map(({ requirement }) => requirement));
  });

  it.each(CASES)(
    'agree, and meet every requirement except that any key is accepted: $scenario, Form $form, $now',
    async ({ scenario, form, now }) => {
      expect(await failuresOf(await mockWith({ form, scenario, now }), form)).toEqual([]);
    },
  );

  it.each([
    ['12:30', 1],
    ['20:00', 2],
  ] as const)('agree during a play at %s, Form %i', async (time, form) => {
    const options = { form, play: 'rush-hour', speed: 1, now: `2026-11-20T${time}:00-08:00` } as const;
    expect(await failuresOf(await mockWith(options), form)).toEqual([]);
  });

  it.each(TIMES.slice(0, -1))('have an estimate near the end of the smoothed line: %s', async (now) => {
    const mock = await mockWith({ now });
    for (const scenario of ['rush', 'closing-soon'] as const) {
      const { line } = await read<Schemas['Chart']>(mock, '/api/v1/chart', scenario);
      const { estimate_value } = await read<Schemas['Status']>(mock, '/api/v1/status', scenario);
      const last = line.findLast(({ value }) => value !== null)?.value;
      // The line ends up to a quarter-hour ago, and gives older reports less weight.
      expect(Math.abs(Number(last) - Number(estimate_value)), scenario).toBeLessThan(2);
    }
  });

  it('have reports with photos and reports without', async () => {
    const { results } = await read<Schemas['ReportPage']>(
      await mockWith({ form: 1 }),
      '/api/v1/reports?limit=200',
    );
    expect(new Set(results.map(({ photo_url }) => photo_url === null))).toEqual(new Set([true, false]));
  });
});
