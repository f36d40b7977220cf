import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GateOptions } from '../gate.ts';
import { judgingHere } from '../judging.ts';
import { type HttpRequest, KEY } from '../reference/options.ts';
import { fetchOf } from '../reference/serve.ts';
import { createReference } from '../reference/service.ts';
import { programOutput } from '../testing/program.fixture.ts';
import { inBodies } from '../testing/run-gate.fixture.ts';
import { readExpectedFailures } from '../verdict/expected-list.ts';
import type { JudgingFlags } from './arguments.ts';
import { repeat } from './repeat.ts';

const output = programOutput(KEY);
const breaks = inBodies('status', (body: object) => Object.assign(body, { message: 3 }));

/** A deployment whose status is broken in those runs, counted from 1. */
function deployment(brokenRuns: readonly number[], status = 200): GateOptions {
  const reference = createReference({ count: 30, days: 10 });
  let run = 0;
  const respond = (request: HttpRequest) => {
    // Every run starts its walk without a cursor
    if (request.query.get('limit') === '200' && !request.query.has('cursor')) run += 1;
    const response = reference.respond(request);
    return brokenRuns.includes(run)
      ? breaks({ ...response, status: status === 200 ? response.status : status }, request)
      : response;
  };
  return {
    url: 'http://reference.test',
    form: 2,
    key: KEY,
    maxRequests: 60,
    skipDredd: true,
    judging: judgingHere,
    fetch: fetchOf({ options: reference.options, respond }),
  };
}

const flags = (more: Partial<JudgingFlags> = {}): JudgingFlags => ({
  ruleTimeout: 20,
  out: output.folder,
  ...more,
});
const summary = () => JSON.parse(readFileSync(join(output.folder, 'summary.json'), 'utf8'));
const printed = () => output.printed.join('\n');

describe('several runs', () => {
  it('of a conforming deployment succeed, after saying how many requests they may take', async () => {
    expect(await repeat(2, deployment([]), flags())).toBe(0);
    expect(output.printed[0]).toBe(
      "2 runs of at most 60 requests: at most 120 in all, 12 % of a day's quota of 1000.",
    );
    expect(summary()).toMatchObject({ runs: 2, exitCode: 0, exitCodes: [0, 0], flaky: [], failing: [] });
    for (const name of ['run-1/report.json', 'run-2/report.html', 'run-2/run.har', 'summary.md'])
      expect(existsSync(join(output.folder, name))).toBe(true);
  });

  it('name what fails in some of them as flaky, and fail', async () => {
    expect(await repeat(3, deployment([2]), flags())).toBe(1);
    expect(summary()).toMatchObject({
      exitCodes: [0, 1, 0],
      flaky: [{ id: 'status.message', outcomes: ['pass', 'fail', 'pass'] }],
      failing: [],
    });
    expect(printed()).toContain('Flaky: fails in some runs only\n  status.message');
    expect(printed()).toContain('run 2 of 3: failure, 1 fail');
  });

  it('do not call flaky what fails in all of them', async () => {
    expect(await repeat(2, deployment([1, 2]), flags())).toBe(1);
    expect(summary()).toMatchObject({ flaky: [], failing: [{ id: 'status.message' }] });
  });

  it('accept an expected failure that fails in some of them, and only find it stale if it never fails', async () => {
    const file = join(output.folder, 'expected.yaml');
    writeFileSync(file, '- { requirement: status.message, reason: known }\n');
    expect(await repeat(2, deployment([1]), flags({ expectedFailures: file }))).toBe(0);
    expect(summary()).toMatchObject({ exitCodes: [0, 1], flaky: [{ expected: 'known' }] });
    expect(await repeat(2, deployment([]), flags({ expectedFailures: file }))).toBe(1);
    expect(summary().notes).toEqual([
      'status.message is expected to fail (known), but passes: remove it from the list',
    ]);
  });

  it('write a list by which the same runs succeed, and mark what is flaky in it', async () => {
    const file = join(output.folder, 'expected.yaml');
    expect(await repeat(2, deployment([2]), flags({ writeExpected: file }))).toBe(0);
    expect(readExpectedFailures(readFileSync(file, 'utf8'))).toMatchObject([
      { requirement: 'status.message', endpoint: 'status', pointer: '/message', flaky: true },
    ]);
    expect(await repeat(2, deployment([]), flags({ expectedFailures: file }))).toBe(0);
  });

  it('end early when the deployment refuses further requests', async () => {
    expect(await repeat(3, deployment([2], 429), flags())).toBe(3);
    expect(summary()).toMatchObject({ runs: 2 });
  });
});
