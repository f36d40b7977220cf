import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type Judging, judgeInThread } from './judging.ts';
import { createReference } from './reference/service.ts';
import { answers } from './testing/answers.fixture.ts';
import { harmful, outputsOf } from './testing/outputs.fixture.ts';
import { judge } from './testing/run-gate.fixture.ts';

/** Changes every day; set both to repeat a failure or to search longer. */
const seed = Number(process.env['FUZZ_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);

const judging: Judging = judgeInThread(20_000);
afterAll(async () => await judging.end());

it(
  `whatever a deployment answers, the gate neither fails nor hangs, and its reports are harmless: FUZZ_SEED=${seed}`,
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
        expect([result.exitCode, result.problem]).not.toContain(4);
        expect(result.problem ?? '').not.toMatch(/was ended/);
        for (const [name, text] of outputsOf(result)) expect(harmful(name, text)).toEqual([]);
      },
    );
    await fc.assert(property, { seed, numRuns, endOnFailure: numRuns > 100 });
  },
  60_000 + numRuns * 2000,
);
