import { describe, expect, it } from 'vitest';
import { requirements } from '../contract/requirements.ts';
import { deriveFaults } from '../testing/derived-faults.ts';
import { FAULTS } from './faults/catalogue.ts';
import { broken, isBreach } from './faults/fault.ts';
import { KNOWN_MISSES } from './known-misses.ts';
import { createReference } from './service.ts';
import { transcriptOf } from './transcript.fixture.ts';
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

describe('a fault that the gate may miss', () => {
  const missed = FAULTS.filter((fault) => !isBreach(fault) || fault.id in KNOWN_MISSES);

  it.each(missed)('$id is still visible to a client', async (fault) => {
    const options = { form: fault.forms[0] ?? 2, count: 300, days: 35, ...fault.state };
    const conforming = await transcriptOf(createReference(options));
    expect(await transcriptOf(broken(fault, createReference(options)))).not.toBe(conforming);
  });
});
