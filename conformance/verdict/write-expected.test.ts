import { describe, expect, it } from 'vitest';
import type { Place, RequirementOutcome } from '../contract/outcomes.ts';
import { compareWithExpected } from './expected-failures.ts';
import { updateExpected, type WrittenList } from './write-expected.ts';

const today = '2026-11-22';
const seen: readonly Place[] = [
  { endpoint: 'chart', step: 'chart-day' },
  { endpoint: 'status', step: 'status-end' },
];
const failing = (
  requirement: RequirementOutcome['requirement'],
  ...places: readonly Place[]
): RequirementOutcome => ({ requirement, outcome: 'fail', findings: [], places });
const outcomes: readonly RequirementOutcome[] = [
  failing('http.json', { endpoint: 'chart', step: 'chart-day', pointer: '/line/*/t' }),
  failing('auth.missing', { endpoint: 'chart', step: 'a' }, { endpoint: 'status', step: 'b' }),
  failing('http.repeatable', {}, { endpoint: 'chart' }),
  { ...failing('chart.line', { endpoint: 'chart' }), followsFrom: 'http.json' },
  { requirement: 'reports.order', outcome: 'pass', findings: [] },
  { requirement: 'reports.walk', outcome: 'not-exercised', findings: [] },
];

function update(before: string, of: Parameters<typeof updateExpected>[1] = outcomes, at = seen): WrittenList {
  const written = updateExpected(before, of, { today, seen: at });
  if (typeof written === 'string') throw new Error(written);
  return written;
}

describe('writing the list of expected failures', () => {
  it('adds an entry for each place of a failure, and none for what follows from it', () => {
    expect(update('')).toMatchObject({ added: 4, removed: 0 });
    expect(
      update('').text,
    ).toBe(`# Known failures that are accepted for now; docs/known-failures.md explains the members.

- requirement: http.json
  endpoint: chart
  pointer: /line/*/t
  reason: "TODO: why is this accepted?"
  review_by: 2026-12-22
- requirement: auth.missing
  endpoint: chart
  reason: "TODO: why is this accepted?"
  review_by: 2026-12-22
- requirement: auth.missing
  endpoint: status
  reason: "TODO: why is this accepted?"
  review_by: 2026-12-22
- requirement: http.repeatable
  reason: "TODO: why is this accepted?"
  review_by: 2026-12-22
`);
  });

  it('makes every failure of that run an expected one, and changes nothing the next time', () => {
    const { text, entries } = update('');
    const failed = outcomes.filter(({ outcome }) => outcome === 'fail').map(({ requirement }) => requirement);
    const { reasons, stale, expired } = compareWithExpected(outcomes, entries, today, seen);
    expect([[...reasons.keys()].sort(), stale, expired]).toEqual([failed.sort(), [], []]);
    expect(update(text)).toMatchObject({ text, added: 0, removed: 0 });
  });

  it('keeps reasons, dates and comments of what is still needed, and removes what no longer fails', () => {
    const before = `# Our gateway.
- requirement: auth.missing # ticket 7
  endpoint: chart
  reason: the gateway responds with 403
  review_by: 2026-11-01

# Fixed since.
- { requirement: reports.order, reason: old }
# Nothing to check now.
- { requirement: reports.walk, reason: only with many reports }
`;
    const { text, added, removed } = update(before, outcomes.slice(1, 2).concat(outcomes.slice(4)));
    expect([added, removed]).toEqual([1, 1]);
    expect(text).toContain('# Our gateway.');
    expect(text).toContain(
      '- requirement: auth.missing # ticket 7\n  endpoint: chart\n  reason: the gateway',
    );
    expect(text).toContain('review_by: 2026-11-01\n');
    expect(text).toContain('- requirement: auth.missing\n  endpoint: status\n  reason: "TODO');
    expect(text).toContain('# Nothing to check now.\n- { requirement: reports.walk');
    expect(text).not.toContain('reports.order');
  });

  it('names an endpoint only once if many members fail there, or have names that the deployment made up', () => {
    const at = (pointer: string) => ({ endpoint: 'chart', pointer });
    const many = failing('http.json', ...['/a', '/b', '/c', '/d', '/e', '/f'].map(at));
    expect(update('', [many]).entries).toMatchObject([{ requirement: 'http.json', endpoint: 'chart' }]);
    const odd = update('', [failing('http.json', at('/a'), at('/\u001b[31m: "x'))]);
    expect(odd.text).not.toContain('pointer');
  });

  it.each([
    ['one entry for all endpoints that were seen', ['status', 'chart', 'reports'], [undefined]],
    [
      'one for each if another one passed',
      ['status', 'chart', 'reports', 'patterns'],
      ['status', 'chart', 'reports'],
    ],
  ])('writes for a failure at three endpoints %s', (_, endpoints, written) => {
    const failed = failing(
      'auth.missing',
      { endpoint: 'status' },
      { endpoint: 'chart' },
      { endpoint: 'reports' },
    );
    const { text, entries } = update(
      '',
      [failed],
      endpoints.map((endpoint) => ({ endpoint, step: 'a' })),
    );
    expect(entries.map(({ endpoint }) => endpoint)).toEqual(written);
    expect(update(text, [failed], []).text).toBe(text);
  });

  it('marks what fails in some runs only', () => {
    expect(update('', [{ ...failing('http.json'), flaky: true }]).text).toContain('flaky: true');
  });

  it('begins a list in a file that has only comments, and rejects a file without a list', () => {
    expect(update('# Nothing yet.\n', outcomes.slice(0, 1)).text).toMatch(
      /^# Nothing yet\.\n\n?- requirement/,
    );
    expect(updateExpected('a: b', outcomes, { today, seen })).toMatch(/list/);
  });
});
