import { describe, expect, it } from 'vitest';
import { requirements } from '../../contract/requirements.ts';
import { createReference } from '../service.ts';
import { transcriptOf } from '../transcript.ts';
import { FAULTS } from './catalogue.ts';
import { broken } from './fault.ts';

describe('the catalogue of faults', () => {
  it('names each fault once', () => {
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
  });

  it('names requirements that exist', () => {
    const known = new Set<string>(requirements.map(({ id }) => id));
    expect(FAULTS.flatMap((fault) => fault.requirements.filter((id) => !known.has(id)))).toEqual([]);
    expect(FAULTS.filter((fault) => fault.requirements.length === 0)).toEqual([]);
  });

  it('has a fault for every requirement that must hold', () => {
    const broken = new Set(FAULTS.flatMap((fault) => fault.requirements));
    const must = requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
    expect(must.filter((id) => !broken.has(id))).toEqual([]);
  });
});

describe('a fault', () => {
  const plain = new Map<string, Promise<string>>();
  const sample = FAULTS.filter((_fault, index) => index % 9 === 0);

  it.each(sample)('$id can be seen by a client', async (fault) => {
    const form = fault.forms[0] ?? 2;
    const options = { form, ...fault.state };
    const key = JSON.stringify(options);
    if (!plain.has(key)) plain.set(key, transcriptOf(createReference(options)));
    expect(await transcriptOf(broken(fault, createReference(options)))).not.toBe(await plain.get(key));
  });
});
