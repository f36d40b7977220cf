import { describe, expect, it } from 'vitest';
import type { Place, RequirementOutcome } from '../contract/outcomes.ts';
import type { ExpectedFailure } from '../contract/report-types.ts';
import { compareWithExpected } from './expected-failures.ts';

const today = '2026-11-22';
const seen: readonly Place[] = [
  { endpoint: 'chart', step: 'chart-day' },
  { endpoint: 'chart', step: 'chart-long' },
  { endpoint: 'status', step: 'status-end' },
];
const atChart: Place = { endpoint: 'chart', step: 'chart-day', pointer: '/line/*/t' };
const atStatus: Place = { endpoint: 'status', step: 'status-end' };

function failing(...places: readonly Place[]): RequirementOutcome {
  return { requirement: 'http.json', outcome: 'fail', findings: [], places };
}

function expecting(entry: Partial<ExpectedFailure>): ExpectedFailure {
  return { requirement: 'http.json', reason: 'known', ...entry };
}

/** Returns reason of http.json, the stale and the expired entries. */
function judged(outcomes: readonly RequirementOutcome[], ...entries: readonly ExpectedFailure[]) {
  const { reasons, stale, expired } = compareWithExpected(outcomes, entries, today, seen);
  return { reason: reasons.get('http.json'), stale, expired };
}

describe('an expected failure', () => {
  it.each([
    ['anywhere', {}, true],
    ['at its endpoint', { endpoint: 'chart' }, true],
    ['at its step', { endpoint: 'chart', step: 'chart-day' }, true],
    ['at its member', { endpoint: 'chart', pointer: '/line/*/t' }, true],
    ['not at another endpoint', { endpoint: 'status' }, false],
    ['not at another step', { endpoint: 'chart', step: 'chart-long' }, false],
    ['not at another member', { endpoint: 'chart', pointer: '/line/*/value' }, false],
  ])('covers a failure %s', (_title, place, covers) => {
    expect(judged([failing(atChart)], expecting(place)).reason).toBe(covers ? 'known' : undefined);
  });

  it('covers a failure at several places only together with entries for the others', () => {
    const outcomes = [failing(atChart, atStatus)];
    const [chart, status] = [
      expecting({ endpoint: 'chart' }),
      expecting({ endpoint: 'status', reason: 'b' }),
    ];
    expect(judged(outcomes, chart)).toEqual({ reason: undefined, stale: [], expired: [] });
    expect(judged(outcomes, chart, status).reason).toBe('known; b');
    const { unexpected } = compareWithExpected(outcomes, [chart], today, seen);
    expect([...unexpected]).toEqual([['http.json', [atStatus]]]);
    expect(compareWithExpected(outcomes, [chart, status], today, seen).unexpected.size).toBe(0);
    expect(compareWithExpected(outcomes, [], today, seen).unexpected.size).toBe(0);
  });

  it('does not cover a failure without a place, unless it has none either', () => {
    expect(judged([failing({})], expecting({ endpoint: 'chart' })).reason).toBeUndefined();
    expect(judged([failing({})], expecting({})).reason).toBe('known');
  });
});

describe('an entry is stale', () => {
  const passing: RequirementOutcome = { requirement: 'http.json', outcome: 'pass', findings: [] };

  it('if its requirement is met, or only warns', () => {
    const entry = expecting({});
    expect(judged([passing], entry).stale).toEqual([entry]);
    expect(judged([{ ...passing, outcome: 'warn' }], entry).stale).toEqual([entry]);
  });

  it('if the requirement fails at other places only', () => {
    const entry = expecting({ endpoint: 'chart' });
    expect(judged([failing(atStatus)], entry).stale).toEqual([entry]);
  });

  it.each([
    ['nothing was tested', [{ ...passing, outcome: 'not-exercised' as const }], {}],
    ['it could not be checked', [{ ...passing, outcome: 'inconclusive' as const }], {}],
    ['the requirement is of another form', [], {}],
    ['its endpoint did not respond', [failing(atStatus)], { endpoint: 'reports' }],
    ['its step was not sent', [failing(atStatus)], { endpoint: 'chart', step: 'chart-wide' }],
    ['it fails in some runs only', [passing], { flaky: true }],
  ])('but not if %s', (_title, outcomes, place) => {
    expect(judged(outcomes, expecting(place)).stale).toEqual([]);
  });
});

describe('an entry with a day of review', () => {
  it('covers its failure up to that day, and fails the run from the next day on', () => {
    const until = (reviewBy: string) => judged([failing(atChart)], expecting({ reviewBy }));
    expect(until('2026-11-22')).toEqual({ reason: 'known', stale: [], expired: [] });
    expect(until('2026-11-21')).toMatchObject({
      reason: undefined,
      expired: [{ reviewBy: '2026-11-21' }],
    });
  });

  it('is only stale if it has expired and no longer fails', () => {
    const passing: RequirementOutcome = { requirement: 'http.json', outcome: 'pass', findings: [] };
    const entry = expecting({ reviewBy: '2026-01-01' });
    expect(judged([passing], entry)).toEqual({ reason: undefined, stale: [entry], expired: [] });
  });
});

describe('a consequence', () => {
  const consequence: RequirementOutcome = {
    requirement: 'chart.line',
    outcome: 'fail',
    findings: [],
    followsFrom: 'http.json',
  };
  const reasonOf = (outcomes: readonly RequirementOutcome[], entry: ExpectedFailure) =>
    compareWithExpected(outcomes, [entry], today, seen).reasons.get('chart.line');

  it('of an expected failure is expected', () => {
    expect(reasonOf([failing(atChart), consequence], expecting({}))).toBe('follows from http.json');
  });

  it('of a failure that is not expected at every place is not', () => {
    expect(
      reasonOf([failing(atChart, atStatus), consequence], expecting({ endpoint: 'chart' })),
    ).toBeUndefined();
  });
});
