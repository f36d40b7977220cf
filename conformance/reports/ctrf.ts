import type { Outcome } from '../contract/outcomes.ts';
import type { Report, ReportedRequirement } from '../contract/report-types.ts';
import { type Printable, printableJson } from '../safety/printable.ts';

/** Version of the format, https://ctrf.io, which is still before 1. */
const specVersion = '0.0.0';

const statuses: Readonly<Record<Outcome, string>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failed',
  'not-exercised': 'skipped',
  inconclusive: 'other',
};

/** The report in the Common Test Report Format: one test per requirement. An expected failure is skipped, as in JUnit. */
export function ctrfOf(report: Printable<Report>): string {
  const tests = report.requirements.map(testOf);
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  const start = Date.parse(report.startedAt);
  return `${printableJson(
    {
      reportFormat: 'CTRF',
      specVersion,
      timestamp: report.startedAt,
      generatedBy: 'queue-headcount conformance',
      results: {
        tool: { name: 'queue-headcount conformance', version: report.gateVersion },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: 0,
          other: count('other'),
          start,
          stop: start + Math.round(report.seconds * 1000),
        },
        tests,
        environment: { testEnvironment: report.target },
        extra: { verdict: report.verdict, exitCode: report.exitCode, repeat: report.repeat },
      },
    },
    2,
  )}\n`;
}

function testOf({
  id,
  promise,
  outcome,
  expected,
  findings,
  endpoints,
  made,
  at,
  followsFrom,
}: ReportedRequirement) {
  const [first] = findings;
  const status = outcome === 'fail' && expected !== undefined ? 'skipped' : statuses[outcome];
  return {
    name: `${id}: ${promise}`,
    status,
    rawStatus: outcome,
    // Requirements share requests, so none has a duration of its own
    duration: 0,
    suite: ['conformance', id.split('.')[0] ?? id],
    tags: [...endpoints],
    ...(first === undefined ? {} : { message: expected ?? first.message }),
    ...(status === 'failed' ? { trace: findings.map(traceOf).join('\n\n') } : {}),
    extra: { requirement: id, made, at, ...(followsFrom === undefined ? {} : { followsFrom }) },
  };
}

function traceOf({ message, expected, seen, curl }: ReportedRequirement['findings'][number]): string {
  return [
    message,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(seen === undefined ? [] : [`seen: ${seen}`]),
    ...(curl === undefined ? [] : [curl]),
  ].join('\n');
}
