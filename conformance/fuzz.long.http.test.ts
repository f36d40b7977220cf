import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { runsOf, SEED } from '../tools/testing/seed.fixture.ts';
import type { GateResult } from './gate.ts';
import { type Judging, judgeInThread } from './judging.ts';
import { createReference } from './reference/service.ts';
import { answers } from './testing/answers.fixture.ts';
import { harmful, outputsOf } from './testing/outputs.fixture.ts';
import { judge } from './testing/run-gate.fixture.ts';

const numRuns = runsOf(25);

const judging: Judging = judgeInThread(20_000);
afterAll(async () => await judging.end());

function check(result: GateResult): void {
  expect([result.exitCode, result.problem]).not.toContain(4);
  expect(result.problem ?? '').not.toMatch(/was ended/);
  for (const [name, text] of outputsOf(result)) expect(harmful(name, text)).toEqual([]);
}

it(
  `whatever a deployment responds, the gate neither fails nor hangs, and its reports are harmless: TEST_SEED=${SEED}`,
  async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(1 as const, 2 as const),
      answers,
      async (form, changed) => {
        const { options, respond } = createReference({ form, count: 40, days: 15 });
        const result = await judge(
          { options, respond: (request) => changed(respond(request), request) },
          { judging },
        );
        check(result);
      },
    );
    await fc.assert(property, { seed: SEED, numRuns, endOnFailure: numRuns > 100 });
  },
  60_000 + numRuns * 2000,
);
