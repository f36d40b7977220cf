import { describe, expect, it } from 'vitest';
import { FAULTS } from '../reference/faults/catalogue.ts';
import { broken } from '../reference/faults/fault.ts';
import { createReference } from '../reference/service.ts';
import { gateOn, judge, named } from '../testing/run-gate.fixture.ts';
import { shownCauses } from './outline.ts';
import { buildReport } from './report.ts';
import { terminalOf } from './terminal.ts';
import { isColored, wrapped } from './terminal-text.ts';

const faults = ['status/text-type', 'feed/default-7', 'scatter/utc-days', 'stability/500-patterns'];
const result = await judge(
  faults.reduce(
    (service, id) => broken(named(FAULTS, id), service),
    createReference({ count: 200, days: 20 }) as Parameters<typeof broken>[1],
  ),
);
/** One more failure, which follows from another. */
const outcomes = result.outcomes.map((one) =>
  one.requirement === 'reports.limit'
    ? { ...one, outcome: 'fail' as const, followsFrom: 'reports.default-limit' as const }
    : one,
);
const report = buildReport(result.evidence, { ...result, outcomes }, [], false);
const text = terminalOf(report, { color: false, width: 80, verbose: true });
const brief = terminalOf(report, { color: false, width: 80 });

describe('the summary of a failing run', () => {
  it('is the verdict, a line for each cause, and counts', () => {
    expect(brief.replace(/ {2}\(\+\d+ more\)/g, '').split('\n\n')).toEqual([
      expect.stringMatching(/^FAILURE {2}\d+ requirements are broken; .*$/),
      expect.stringMatching(/^(\S.*\n( {2}✗ [\w.-]+ {2}\S.*(\n|$))+)+$/),
      expect.stringMatching(
        /^\d+ passed, \d+ failed, \d+ warnings?, \d+ not tested\n\d+ optional requests did not fit [^.]*\.$/,
      ),
    ]);
  });

  it('also has the details of each cause with --verbose, then what was not tested and what would test it', () => {
    const parts = [
      'FAILURE ',
      '✗ reports.default-limit  ',
      'Details',
      'curl',
      'Not tested: ',
      'to test: ',
      'Repeat: ',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('links the details to the page of requirements', () => {
    const requirementsPage = 'https://docs.example/requirements';
    expect(terminalOf(report, { color: false, verbose: true, requirementsPage })).toContain(
      '    https://docs.example/requirements#reports.default-limit\n',
    );
  });

  it('names each cause twice, under its endpoint, and folds what follows from it', () => {
    const causes = shownCauses(report);
    const consequences = causes.flatMap((one) => one.consequences);
    expect(consequences.map(({ id }) => id)).toContain('reports.limit');
    for (const { failure } of causes) expect(text.split(`✗ ${failure.id}`)).toHaveLength(3);
    for (const { id } of consequences) expect(text).not.toContain(`✗ ${id}`);
    expect(text).toMatch(/^reports\n {2}✗ reports\.default-limit {2}/m);
    expect(text).toContain('follows from it: reports.limit');
  });

  it('names each reason why requirements were not tested once, with what would test them', () => {
    expect(text.match(/patterns never responded/g)).toHaveLength(1);
    expect(text).toMatch(
      /^ {3}\d\d {2}patterns never .*, but with 500\n {7}to test: a response with 200 .*\n {7}patterns\./m,
    );
  });

  it('fits the width of the terminal, except for commands that are copied', () => {
    for (const width of [60, 80, 200]) {
      const lines = terminalOf(report, { color: false, width, verbose: true }).split('\n');
      expect(
        lines.filter((line) => line.length > width && !/curl|npm run|in the contract/.test(line)),
      ).toEqual([]);
    }
  });

  it('cuts no line if the output is no terminal', () => {
    const seen = 'x'.repeat(200);
    const requirements = report.requirements.map((one) =>
      one.outcome === 'fail' || one.outcome === 'warn'
        ? { ...one, findings: [{ message: 'it differs', seen, stage: 'rules' as const }] }
        : one,
    );
    for (const verbose of [false, true])
      expect(terminalOf({ ...report, requirements }, { color: false, verbose })).not.toContain('…');
    expect(terminalOf({ ...report, requirements }, { color: false, width: 100 })).toContain('…');
  });

  it('says which budget has room for all optional requests', async () => {
    const large = await gateOn({ count: 1500 });
    expect(terminalOf(buildReport(large.evidence, large, [], false), { color: false })).toMatch(
      /^\d+ optional requests did not fit in the budget of 60; to send them too, use --max-requests \d+\.$/m,
    );
  });
});

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
])('colors a terminal (%s) with %j: %s', (isTTY, environment, expected) => {
  expect(isColored({ isTTY }, environment)).toBe(expected);
  expect(terminalOf(report, { color: expected }).includes('\u001b[31m')).toBe(expected);
});

it('wraps a text at spaces, with a hanging indent', () => {
  expect(wrapped('one two three', 9, '- ', '  ')).toEqual(['- one two', '  three']);
  expect(wrapped('a-word-too-long is', 6, '')).toEqual(['a-word-too-long', 'is']);
});
