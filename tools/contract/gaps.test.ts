import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { annotateGaps, choiceSentence, type Gap, readGaps } from './gaps.ts';
import { SourceError } from './source-error.ts';

type Node = { [name: string]: unknown };

const gaps = await readGaps();
const documents = ([1, 2] as const).map((form) => ({
  form,
  document: parse(readFileSync(new URL(`../../openapi/form-${form}.yaml`, import.meta.url), 'utf8')) as Node,
}));
const SENTENCE = /\n\nIn this implementation: [^\n]+\.$/;

/** Edits a copy of each object in a tree, children first. */
function mapped(node: unknown, edit: (object: Node) => Node): unknown {
  if (Array.isArray(node)) return node.map((item) => mapped(item, edit));
  if (typeof node !== 'object' || node === null) return node;
  return edit(Object.fromEntries(Object.entries(node).map(([name, value]) => [name, mapped(value, edit)])));
}

/** The document as it was before its gaps were added. */
function withoutGaps(document: Node): Node {
  return mapped(document, ({ 'x-gaps': _, 'x-gap-ids': ids, ...rest }) =>
    ids === undefined ? rest : { ...rest, description: String(rest['description']).replace(SENTENCE, '') },
  ) as Node;
}

/** What validates: the document without any text about it. */
function rules(document: Node): unknown {
  return mapped(document, ({ 'x-gaps': _, 'x-gap-ids': __, description, ...rest }) =>
    // A property can have the name `description`
    typeof description === 'object' ? { ...rest, description } : rest,
  );
}

function placeAt(document: Node, pointer: string): Node | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/'))
    .reduce<Node | undefined>((node, name) => node?.[name] as Node | undefined, document);
}

describe.each(documents)('the choices of the service in Form $form', ({ form, document }) => {
  const ofForm = gaps.filter((gap) => gap.form === undefined || gap.form === form);

  it.each(ofForm)('$id is in the sentence at each of its places', (gap) => {
    const found = gap.at.map((pointer) => placeAt(document, pointer)).filter((place) => place !== undefined);
    expect(found.length).toBeGreaterThan(0);
    for (const place of found) {
      const sentences = String(place['description']).match(/In this implementation: .*/g);
      expect(sentences).toEqual([expect.stringContaining(gap.short.trim())]);
    }
  });

  it('narrow no schema: they only add text', () => {
    const plain = withoutGaps(document);
    const annotated = structuredClone(plain);
    annotateGaps(annotated, gaps, form);
    expect(annotated).toEqual(document);
    expect(plain).not.toEqual(document);
    expect(rules(annotated)).toEqual(rules(plain));
  });
});

describe('a sentence', () => {
  it.each(gaps)('for $id is short, and one sentence', (gap) => {
    const sentence = choiceSentence([gap]);
    expect(sentence).toMatch(/^[^\n]+[^.]\.$/);
    expect(sentence).not.toMatch(/\.\s+[A-Z]/);
    expect(sentence.length).toBeLessThan(260);
  });

  it('names every choice of its place', () => {
    expect(choiceSentence([{ short: 'rounded up' }, { short: 'never null' }])).toBe(
      'In this implementation: rounded up; never null.',
    );
  });
});

describe('a gap', () => {
  const gap: Gap = {
    id: 'rounding',
    section: 'Numbers',
    open: 'How',
    decision: 'Up.',
    short: 'up',
    why: '?',
    at: ['/a', '/b'],
  };

  it('that concerns nothing is an error', () => {
    expect(() => annotateGaps({ c: {} }, [gap], 1)).toThrow(
      new SourceError('openapi/gaps.yaml: rounding: Form 1 has nothing at /a,/b'),
    );
  });

  it('at a place without a description is an error', () => {
    expect(() => annotateGaps({ a: { type: 'string' } }, [gap], 1)).toThrow(
      'rounding: Form 1 has no description',
    );
  });

  it('may concern places of which a form has only some', () => {
    const document = { a: { description: 'A number.\n' } };
    annotateGaps(document, [gap], 1);
    expect(document.a.description).toBe('A number.\n\nIn this implementation: up.');
  });
});
