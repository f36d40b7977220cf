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
const text = terminalOf(report, { color: false, width: 80 });

describe('the summary of a failing run', () => {
  it('has the verdict first, then a line for each cause, then what was left out, then details', () => {
    const parts = [
      'FAILURE ',
      '✗ reports.default-limit  ',
      'Not exercised: ',
      'Details',
      'source: ',
      'Repeat: ',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
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

  it('gives one line to each reason why requirements were not exercised', () => {
    const lines = text.split('\n').filter((line) => line.includes('patterns never responded with 200'));
    expect(lines).toEqual([
      expect.stringMatching(/^ {3}\d\d {2}patterns never .*, but with 500: patterns\..*…$/),
    ]);
    expect(terminalOf(report, { color: false, isToDoBelow: true })).not.toContain('Not exercised: ');
  });

  it('fits the width of the terminal, except for commands that are copied', () => {
    for (const width of [60, 80, 200]) {
      const lines = terminalOf(report, { color: false, width }).split('\n');
      expect(lines.filter((line) => line.length > width && !/curl|npm run/.test(line))).toEqual([]);
    }
  });

  it('says what the budget gave up', async () => {
    const large = await gateOn({ count: 1500 });
    expect(terminalOf(buildReport(large.evidence, large, [], false), { color: false })).toMatch(
      /Given up: \d+ steps of the plan, because the budget of 60 requests was used up/,
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
