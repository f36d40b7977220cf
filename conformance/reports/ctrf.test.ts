import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { gateOn, inBodies } from '../testing/run-gate.fixture.ts';
import { ctrfOf } from './ctrf.ts';
import { buildReport } from './report.ts';

const text = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
/** An object with these members only; those with a question mark may be absent. */
const object = (members: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(Object.entries(members).map(([name, one]) => [name.replace('?', ''), one])),
});

/** The part of the schema of ctrf 0.3.0 that the report uses; the format allows no members of its own but in `extra`. */
const schema = object({
  reportFormat: { const: 'CTRF' },
  specVersion: { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$' },
  timestamp: { type: 'string', format: 'date-time' },
  generatedBy: text,
  results: object({
    tool: object({ name: text, version: text }),
    summary: object({
      tests: count,
      passed: count,
      failed: count,
      skipped: count,
      pending: count,
      other: count,
      start: count,
      stop: count,
    }),
    tests: {
      type: 'array',
      items: object({
        name: text,
        status: { enum: ['passed', 'failed', 'skipped', 'pending', 'other'] },
        duration: count,
        rawStatus: text,
        suite: { type: 'array', minItems: 1, items: text },
        tags: { type: 'array', items: text },
        extra: { type: 'object' },
        'message?': text,
        'trace?': text,
      }),
    },
    environment: object({ testEnvironment: text }),
    extra: { type: 'object' },
  }),
});
const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const broken = inBodies('status', (body: object) => Object.assign(body, { message: 1, estimate_value: 'x' }));
const { evidence, ...result } = await gateOn({ count: 0 }, broken);
const known = [{ requirement: 'status.message', reason: 'known' }];

it('ctrf.json has the format, with a test for each requirement and correct counts', () => {
  const report = buildReport(evidence, { ...result }, known, false);
  const ctrf = JSON.parse(ctrfOf(report));
  validate(ctrf);
  expect(validate.errors ?? []).toEqual([]);
  const { tests, summary } = ctrf.results;
  const statuses = (status: string) =>
    tests.filter((test: { status: string }) => test.status === status).length;
  expect(tests).toHaveLength(report.requirements.length);
  for (const status of ['passed', 'failed', 'skipped', 'other'])
    expect(summary[status]).toBe(statuses(status));
  expect([summary.failed, summary.skipped]).toEqual([
    report.counts.fail - 1,
    report.counts['not-exercised'] + 1,
  ]);
  expect(tests.find(({ status }: { status: string }) => status === 'failed').trace).toContain('curl -i');
});
