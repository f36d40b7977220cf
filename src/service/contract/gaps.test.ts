import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONTRACTS } from './contract-under-test.fixture.ts';

interface Gap {
  readonly id: string;
  readonly form?: number;
  readonly section: string;
  readonly open: string;
  readonly decision: string;
  readonly why: string;
  readonly at: readonly string[];
}

const project = new URL('../../../', import.meta.url);
const gaps: readonly Gap[] = parse(readFileSync(new URL('openapi/gaps.yaml', project), 'utf8'));
const ids = gaps.map(({ id }) => id);

describe('the list of gaps', () => {
  it('names each gap once, in kebab-case', () => {
    expect(ids.toSorted()).toEqual([...new Set(ids)].sort());
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(gaps)('$id has a section, an open point, a decision and a reason', (gap) => {
    for (const text of [gap.section, gap.open, gap.decision, gap.why]) expect(text).toMatch(/\w/);
    expect([undefined, 1, 2]).toContain(gap.form);
    expect(gap.at).not.toEqual([]);
  });

  it.each(gaps.flatMap(({ id, form, at }) => at.map((pointer) => ({ id, form, pointer }))))(
    '$id points to $pointer, which exists in a document of its form',
    ({ form, pointer }) => {
      const documents = CONTRACTS.filter((contract) => form === undefined || contract.form === form);
      const places = documents.map((contract) => contract.at(pointer)).filter((place) => place !== undefined);
      expect(places).not.toEqual([]);
    },
  );

  it.each(CONTRACTS)('is in the document of Form $form, and its ids are in their places', (contract) => {
    const ofForm = gaps.filter(({ form }) => form === undefined || form === contract.form);
    expect(contract.document['x-gaps']).toEqual(ofForm.map(({ at: _, form: __, ...shown }) => shown));
    for (const { id, at } of ofForm) {
      const places = at.map((pointer) => contract.at(pointer) as { 'x-gap-ids'?: string[] } | undefined);
      for (const place of places) if (place !== undefined) expect(place['x-gap-ids'], id).toContain(id);
    }
  });

  it('contains every gap that the code names', () => {
    const named = globSync('{src,conformance,bench,tools}/**/*.{ts,mjs,md}', { cwd: project }).flatMap(
      (file) => namedGaps(readFileSync(new URL(file, project), 'utf8')).map((id) => ({ file, id })),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });
});

/** The ids in backquotes after the word gap or gaps; comments may have line breaks in between. */
function namedGaps(text: string): readonly string[] {
  const plain = text.replace(/\n\s*(\*|\/\/)?/g, ' ');
  const lists = plain.match(/\bgaps?\s+`[a-z0-9-]+`((,|,? and)\s+`[a-z0-9-]+`)*/g) ?? [];
  return lists.flatMap((list) => [...list.matchAll(/`([^`]+)`/g)].map(([, id]) => id as string));
}
