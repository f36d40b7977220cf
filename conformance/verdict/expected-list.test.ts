import { describe, expect, it } from 'vitest';
import { readExpectedFailures } from './expected-list.ts';

describe('the list of expected failures', () => {
  it('may name a place and a day of review', () => {
    const text = `# why
- requirement: http.json
  endpoint: chart
  pointer: /line/*/t
  step: chart-day
  reason: 2
  review_by: 2027-01-31
  flaky: true
- { requirement: auth.missing, reason: x }
`;
    expect(readExpectedFailures(text)).toBe('entry 1: reason of http.json must be a text');
    expect(readExpectedFailures(text.replace('reason: 2', 'reason: known'))).toEqual([
      {
        requirement: 'http.json',
        endpoint: 'chart',
        pointer: '/line/*/t',
        step: 'chart-day',
        reason: 'known',
        reviewBy: '2027-01-31',
        flaky: true,
      },
      { requirement: 'auth.missing', reason: 'x' },
    ]);
    expect(readExpectedFailures('# nothing yet')).toEqual([]);
    expect(readExpectedFailures('\uFEFF- { requirement: auth.missing, reason: x }\r\n')).toHaveLength(1);
  });

  it.each([
    ['requirement: x', /list/],
    ['- { requirement: no.such, reason: x }', /^entry 1: no requirement/],
    ['- { requirement: auth.missing }', /no reason/],
    ['- { requirement: auth.missing, reason: " " }', /no reason/],
    [
      '- { requirement: auth.missing, reason: x, reviewby: 2027-01-31 }',
      /unknown member "reviewby".*review_by/,
    ],
    ['- { requirement: auth.missing, reason: x, review_by: 2027-02-30 }', /YYYY-MM-DD/],
    ['- { requirement: auth.missing, reason: x, review_by: soon }', /YYYY-MM-DD/],
    ['- { requirement: auth.missing, reason: x, endpoint: charts }', /no endpoint "charts"; known: .*chart/],
    ['- { requirement: auth.missing, reason: x, step: walk }', /without an endpoint/],
    ['- { requirement: auth.missing, reason: x, flaky: often }', /true or false/],
    ['- { requirement: auth.missing, reason: "TODO: why?" }', /needs a reason, or a review_by/],
    ['- [', /./],
  ])('is rejected if it is %j', (text, problem) => {
    expect(readExpectedFailures(text)).toMatch(problem);
  });
});
