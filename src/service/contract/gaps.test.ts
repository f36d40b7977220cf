import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONTRACTS } from './contract-under-test.fixture.ts';

interface Gap {
  readonly id: string;
  readonly form?: number;
  readonly at: readonly string[];
}

const project = new URL('../../../', import.meta.url);
const gaps: readonly Gap[] = parse(readFileSync(new URL('openapi/gaps.yaml', project), 'utf8'));
const ids = gaps.map(({ id }) => id);

it('the list of gaps names each once, in kebab-case, and places that exist in a document of its form', () => {
  expect(ids).toEqual([...new Set(ids)]);
  for (const { id, form, at } of gaps) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const documents = CONTRACTS.filter((contract) => form === undefined || contract.form === form);
    for (const pointer of at)
      expect(
        documents.some((contract) => contract.at(pointer) !== undefined),
        `${id} ${pointer}`,
      ).toBe(true);
  }
});

it('the list of gaps contains every one that the code names', () => {
  const named = globSync('{src,conformance,bench,tools}/**/*.{ts,mjs,md}', { cwd: project }).flatMap((file) =>
    namedGaps(readFileSync(new URL(file, project), 'utf8')).map((id) => ({ file, id })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ id }) => !ids.includes(id))).toEqual([]);
});

/** The ids in backquotes after the word gap or gaps; comments may have line breaks in between. */
function namedGaps(text: string): readonly string[] {
  const plain = text.replace(/\n\s*(\*|\/\/)?/g, ' ');
  const lists = plain.match(/\bgaps?\s+`[a-z0-9-]+`((,|,? and)\s+`[a-z0-9-]+`)*/g) ?? [];
  return lists.flatMap((list) => [...list.matchAll(/`([^`]+)`/g)].map(([, id]) => id as string));
}
