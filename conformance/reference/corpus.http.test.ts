import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../contract/operations.ts';
import { requirements } from '../contract/requirements.ts';
import { deriveFaults } from '../testing/derived-faults.ts';
import { FAULTS } from './faults/catalogue.ts';
import { broken, isBreach } from './faults/fault.ts';
import { KNOWN_MISSES } from './known-misses.ts';
import { KEY } from './options.ts';
import type { Service } from './serve.ts';
import { createReference } from './service.ts';
import { VARIANTS } from './variants/variants.ts';

const ALL_FAULTS = [...FAULTS, ...deriveFaults()];

describe('the corpus', () => {
  it.each([
    ['faults', ALL_FAULTS],
    ['variants', VARIANTS],
  ])('names each of its %s once', (_title, list) => {
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  });

  it('has a fault for every requirement', () => {
    const broken = new Set<string>(ALL_FAULTS.filter(isBreach).flatMap((fault) => fault.requirements));
    // Only recommended, so the gate warns instead of failing
    expect(requirements.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([
      'status.estimate-recent',
    ]);
  });

  it('lists only existing faults as known misses', () => {
    const ids = FAULTS.filter(isBreach).map(({ id }) => id);
    expect(Object.keys(KNOWN_MISSES).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

const QUERIES = [
  '',
  'since=2026-11-15&until=2026-11-15',
  'since=2026-10-29&until=2026-11-18',
  'since=2026-11-18',
  'until=2026-11-18',
  'since=nonsense',
  'since=2026-11-18&until=2026-11-16',
  'limit=0',
  'limit=1',
  'limit=600',
  'cursor=unknown',
  'days=-1',
  'days=1',
  'days=60',
  'days=200',
];

/** Returns all that a client sees of a service: each endpoint without a key, by other methods and with many parameters, and pages of the feed. */
async function seenBy(service: Service): Promise<string> {
  const seen: string[] = [];
  const send = async (endpoint: string, query = '', method = 'GET', key = KEY) => {
    const response = await service.respond({
      method,
      path: `/api/v1/${endpoint}`,
      query: new URLSearchParams(query),
      headers: { host: 'reference.test', authorization: `Token ${key}` },
    });
    seen.push(JSON.stringify(response));
    return response.body;
  };
  for (const endpoint of allEndpoints()) {
    for (const query of QUERIES) await send(endpoint, query);
    for (const method of ['POST', 'PUT', 'PATCH']) await send(endpoint, '', method);
    await send(endpoint, '', 'GET', 'wrong');
  }
  for (const limit of ['', '&limit=1', '&limit=200'])
    for (let query = limit, page = 0; page < 5; page += 1) {
      const next = /"next":"([^"]+)"/.exec(await send('reports', query))?.[1];
      query = next === undefined ? limit : new URL(next, 'http://reference.test').search;
    }
  return seen.join('\n');
}

describe('a fault that the gate may miss', () => {
  const missed = FAULTS.filter((fault) => !isBreach(fault) || fault.id in KNOWN_MISSES);

  it.each(missed)('$id is still visible to a client', async (fault) => {
    const options = { count: 300, days: 35, ...fault.state, form: fault.forms[0] ?? 2 };
    const conforming = await seenBy(createReference(options));
    expect(await seenBy(broken(fault, createReference(options)))).not.toBe(conforming);
  });
});
