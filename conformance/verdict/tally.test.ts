import { describe, expect, it } from 'vitest';
import type { Exchange } from '../requests/exchange.ts';
import { addTally, entryOf, ledgerOf, type Tally } from './tally.ts';

const exchange = (endpoint: Exchange['endpoint'], step: string): Exchange => ({
  number: 1,
  step,
  endpoint,
  method: 'GET',
  credential: 'key',
  params: {},
  url: `http://reference.test/api/v1/${endpoint}`,
  authorization: null,
  startedAt: 0,
  durationMs: 1,
});

/** A tally of failures of one requirement. */
function failing(...breaches: readonly (readonly [Exchange['endpoint'], string, string?])[]): Tally {
  const tally: Tally = new Map();
  for (const [endpoint, step, pointer] of breaches)
    ledgerOf(tally).fail('http.json', {
      message: 'm',
      exchange: exchange(endpoint, step),
      ...(pointer === undefined ? {} : { pointer }),
    });
  return tally;
}

const placesIn = (tally: Tally) => [...entryOf(tally, 'http.json').places.values()];
const keptIn = (tally: Tally) => entryOf(tally, 'http.json').failures.map(({ place }) => place?.endpoint);

describe('the places of failures', () => {
  it('are listed once each, with every item of an array as one', () => {
    const tally = failing(
      ['reports', 'walk', '/results/0/id'],
      ['reports', 'walk', '/results/17/id'],
      ['chart', 'chart-day', ''],
    );
    expect(placesIn(tally)).toEqual([
      { endpoint: 'reports', step: 'walk', pointer: '/results/*/id' },
      { endpoint: 'chart', step: 'chart-day' },
    ]);
  });

  it('are the only endpoint of the requirement if the rule names no request', () => {
    const tally: Tally = new Map();
    ledgerOf(tally).fail('reports.order', { message: 'm' });
    ledgerOf(tally).fail('http.json', { message: 'm' });
    expect([...entryOf(tally, 'reports.order').places.values()]).toEqual([{ endpoint: 'reports' }]);
    expect(placesIn(tally)).toEqual([{}]);
  });

  it('stay complete when tallies of several rules are added', () => {
    const many = Array.from({ length: 9 }, (_, at) => ['chart', `step-${at}`] as const);
    const tally = failing(...many);
    addTally(tally, failing(...many.slice(3), ['status', 'status-end']));
    expect(entryOf(tally, 'http.json').failed).toBe(16);
    expect(placesIn(tally)).toHaveLength(10);
  });

  it('are anywhere beyond a limit, so that a deployment cannot invent places without end', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ['chart', 'chart-day', `/x${at}`] as const);
    const places = placesIn(failing(...many));
    expect(places).toHaveLength(201);
    expect(places.at(-1)).toEqual({});
  });
});

describe('the findings that are kept', () => {
  it('are the first five, but show another endpoint that fails later', () => {
    const six = Array.from({ length: 6 }, () => ['chart', 'chart-day'] as const);
    expect(keptIn(failing(...six))).toEqual(['chart', 'chart', 'chart', 'chart', 'chart']);
    expect(keptIn(failing(...six, ['status', 'status-end'], ['status', 'status-end']))).toEqual([
      'chart',
      'chart',
      'chart',
      'chart',
      'status',
    ]);
  });
});
