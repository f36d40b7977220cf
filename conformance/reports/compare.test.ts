import { describe, expect, it } from 'vitest';
import { compareReports } from './compare.ts';
import { comparisonText } from './compare-text.ts';
import { type Given, reportOf } from './saved-report.fixture.ts';
import { readReport } from './saved-report.ts';

/** The kinds of changes between two outcomes of one requirement. */
function between(before: Given | undefined, after: Given | undefined) {
  const report = (one: Given | undefined) => reportOf(one === undefined ? {} : { 'a.b': one });
  const { exitCode, same, ...kinds } = compareReports(report(before), report(after));
  const found = Object.entries(kinds).filter(([name, list]) => name !== 'differences' && list.length > 0);
  return { kinds: found.map(([name]) => name), same, exitCode };
}

const chart = { endpoint: 'chart' };
const status = { endpoint: 'status' };

describe('between two reports a requirement', () => {
  it.each<[string, Given | undefined, Given | undefined, readonly string[], number]>([
    ['fails newly', { outcome: 'pass' }, { outcome: 'fail' }, ['newFailures'], 1],
    ['fails when it is first tested', { outcome: 'not-exercised' }, { outcome: 'fail' }, ['newFailures'], 1],
    ['fails when it is new', undefined, { outcome: 'fail' }, ['newFailures'], 1],
    [
      'fails at another place',
      { outcome: 'fail', places: [chart] },
      { outcome: 'fail', places: [chart, status] },
      ['newFailures'],
      1,
    ],
    [
      'fails at fewer places',
      { outcome: 'fail', places: [chart, status] },
      { outcome: 'fail', places: [status] },
      ['stillFailing'],
      0,
    ],
    [
      'fails where an older report has no places',
      { outcome: 'fail' },
      { outcome: 'fail', places: [chart] },
      ['stillFailing'],
      0,
    ],
    ['fails as expected', { outcome: 'pass' }, { outcome: 'fail', expected: 'known' }, ['changed'], 0],
    ['is fixed', { outcome: 'fail' }, { outcome: 'pass' }, ['fixed'], 0],
    ['only warns', { outcome: 'fail' }, { outcome: 'warn' }, ['fixed'], 0],
    ['is no longer tested', { outcome: 'fail' }, { outcome: 'not-exercised' }, ['changed'], 0],
    ['is no longer judged', { outcome: 'fail' }, undefined, ['changed'], 0],
    ['starts to warn', { outcome: 'pass' }, { outcome: 'warn' }, ['changed'], 0],
    ['is flaky now', { outcome: 'pass' }, { outcome: 'fail', flaky: true }, ['flaky'], 0],
    ['was flaky and passes', { outcome: 'fail', flaky: true }, { outcome: 'pass' }, ['flaky'], 0],
    ['was flaky and fails', { outcome: 'fail', flaky: true }, { outcome: 'fail' }, ['flaky'], 0],
    ['stays the same', { outcome: 'pass' }, { outcome: 'pass' }, [], 0],
  ])('%s', (_title, before, after, kinds, exitCode) => {
    expect(between(before, after)).toEqual({ kinds, same: kinds.length === 0 ? 1 : 0, exitCode });
  });
});

describe('a comparison', () => {
  const before = reportOf({ 'a.one': { outcome: 'fail' }, 'a.two': { outcome: 'pass' } });
  const inconclusive = { verdict: 'inconclusive' } as const;

  it('is inconclusive if the second deployment could not be checked, unless something new fails', () => {
    const unjudged = { outcome: 'inconclusive' } as const;
    expect(compareReports(before, reportOf({ 'a.one': unjudged }, inconclusive)).exitCode).toBe(3);
    const worse = reportOf({ 'a.one': unjudged, 'a.two': { outcome: 'fail' } }, inconclusive);
    expect(compareReports(before, worse).exitCode).toBe(1);
  });

  it('names what else differs between the runs', () => {
    const other = reportOf({}, { target: 'http://b.test', formJudged: 1 });
    expect(compareReports(before, other).differences).toEqual([
      'The deployment differs: http://a.test, then http://b.test.',
      'The form differs: 2, then 1.',
    ]);
  });

  it('is a text with the new failures first', () => {
    const after = reportOf({
      'a.one': { outcome: 'pass' },
      'a.two': { outcome: 'fail', places: [{ endpoint: 'chart', pointer: '/line' }], followsFrom: 'a.zero' },
      'a.three': { outcome: 'fail', flaky: true, expected: 'known' },
    });
    expect(comparisonText(compareReports(before, after))).toBe(
      [
        'WORSE  there are new failures',
        '',
        '  1 new, 1 fixed, 0 still failing, 1 flaky, 0 changed, 0 unchanged',
        '',
        'New failures',
        '  a.two  Promise of a.two.',
        '      was pass; fails at chart /line; follows from a.zero',
        '',
        'Fixed',
        '  a.one  Promise of a.one.',
        '      now pass',
        '',
        'Flaky: fails in some runs only',
        '  a.three  Promise of a.three.',
        '      was absent, now flaky; expected: known',
      ].join('\n'),
    );
  });

  it('shows nothing that a deployment could act with', () => {
    const hostile = reportOf({ 'a\u001b[31m': { outcome: 'fail' } }, { target: '::error::x\n' });
    const text = comparisonText(compareReports(before, hostile));
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/^::error/m);
  });
});

describe('a saved report', () => {
  it.each([
    ['', /not a report/],
    ['[]', /not a report/],
    ['{"version":2,"requirements":[]}', /version 2/],
    ['{"version":1,"requirements":[{"id":"a","promise":"b","outcome":"odd"}]}', /unknown outcome/],
    ['{"version":1,"requirements":[{"id":"a","outcome":"pass"}]}', /not complete/],
    [
      '{"version":1,"requirements":[{"id":"a","promise":"b","outcome":"fail","places":[null]}]}',
      /not complete/,
    ],
  ])('is rejected if it is %j', (text, problem) => {
    expect(readReport(text)).toMatch(problem);
  });
});
