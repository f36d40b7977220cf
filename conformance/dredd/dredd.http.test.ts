import { afterAll, expect, it, vi } from 'vitest';
import { documentSteps } from '../requests/steps.ts';
import { type Change, gateOn, withOutcome } from '../testing/run-gate.fixture.ts';
import { countTransactions, type Dredd, runOf, startDredd } from './dredd.ts';

const dredd = startDredd();
afterAll(() => dredd.end());
const through = { skipDredd: false, dredd };

it.each([1, 2] as const)(
  'checks every documented response of form %d that a client can trigger',
  async (form) => {
    const { evidence, exitCode } = await gateOn({ form, count: 30 }, undefined, through);
    const results = Map.groupBy(evidence.dredd?.verdicts ?? [], ({ result }) => result);
    const expected = countTransactions(form);
    const passed = documentSteps(form).length;
    expect(expected).toBeGreaterThan(40);
    expect([exitCode, evidence.dredd?.expected]).toEqual([0, expected]);
    expect([results.get('pass')?.length, results.get('fail'), results.get('skip')?.length]).toEqual([
      ...[passed, undefined, expected - passed],
    ]);
  },
);

it('has the message and the place of the validator', async () => {
  const broken: Change = (response, { path }) =>
    path === '/api/v1/status' && response.status === 200
      ? { ...response, body: '{"has_estimate":"yes"}' }
      : response;
  const { evidence } = await gateOn({ count: 30 }, broken, through);
  const failed = evidence.dredd?.verdicts.find(({ result }) => result === 'fail');
  expect(failed).toMatchObject({ endpoint: 'status', expectedStatus: 200 });
  expect(failed?.messages).toContainEqual(expect.stringMatching(/^body: At '\/has_estimate' .*boolean/));
});

it.each([
  [
    'finds fewer transactions than the document has',
    1,
    1,
    0,
    /^Dredd found 1 transactions, but the document has \d+/,
  ],
  [
    'does not run the hook before each transaction',
    53,
    0,
    14,
    /^the hook before each transaction ran 0 times/,
  ],
  ['does not run the hook before each validation', 53, 53, 0, /^the hook before each validation ran 0 times/],
])('exits 4 if Dredd %s', async (_title, found, before, validated, problem) => {
  const verdict = {
    name: '',
    endpoint: 'status',
    expectedStatus: 200,
    result: 'pass',
    messages: [],
  } as const;
  const reply = { verdicts: Array.from({ length: found }, () => verdict), hooked: { before, validated } };
  const other: Dredd = { ...dredd, check: async (form, sent) => runOf(form, sent, reply) };
  const result = await gateOn({ count: 30 }, undefined, { ...through, dredd: other });
  expect(result).toMatchObject({ exitCode: 4, problem: expect.stringMatching(problem) });
  expect(withOutcome(result, 'pass')).toEqual([]);
});

it('prints nothing', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const own = startDredd();
  await own.check(2, new Map(), 20_000);
  await own.end();
  expect(write.mock.calls).toEqual([]);
  write.mockRestore();
});
