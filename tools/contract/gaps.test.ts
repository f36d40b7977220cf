import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { annotateGaps, choiceSentence, type Gap, readGaps } from './gaps.ts';
import { SourceError } from './redocly.ts';

type Node = { [name: string]: unknown };

const gaps = await readGaps();

/** The rules that a document has: without any text about it. */
function rulesOf(document: object): unknown {
  const isText = (name: string, value: unknown) =>
    name === 'x-gaps' || name === 'x-gap-ids' || (name === 'description' && typeof value === 'string');
  return JSON.parse(JSON.stringify(document, (name, value) => (isText(name, value) ? undefined : value)));
}

describe.each([1, 2] as const)('the choices of the service in Form %i', (form) => {
  const file = new URL(`../../openapi/form-${form}.yaml`, import.meta.url);
  const document: Node = parse(readFileSync(file, 'utf8'));

  it('are sentences in the published document, at each place that they concern', () => {
    const published = JSON.stringify(document).match(/In this implementation: [^"\\]*/g) ?? [];
    for (const { id, form: only, short } of gaps)
      if (only === undefined || only === form)
        expect(published.join('\n'), id).toContain(JSON.stringify(short.trim()).slice(1, -1));
  });

  it('narrow no schema: they only add text', () => {
    const annotated = structuredClone(document);
    annotateGaps(annotated, gaps, form);
    expect(annotated).not.toEqual(document);
    expect(rulesOf(annotated)).toEqual(rulesOf(document));
  });
});

it.each(gaps)('the sentence for $id is short, and one', (gap) => {
  const sentence = choiceSentence([gap]);
  expect(sentence).toMatch(/^[^\n]+[^.]\.$/);
  expect(sentence).not.toMatch(/\.\s+[A-Z]/);
  expect(sentence.length).toBeLessThan(260);
});

describe('a gap', () => {
  const common = { section: 'Numbers', open: 'How', decision: 'Up.', why: '?' };
  const gap: Gap = { ...common, id: 'rounding', short: 'up', at: ['/a', '/b'] };
  const other: Gap = { ...common, id: 'nulls', short: 'never null', at: ['/a'] };

  it('adds its sentence to those of its places that a form has', () => {
    const document = { a: { description: 'A number.\n' } };
    annotateGaps(document, [gap, other], 1);
    expect(document.a).toEqual({
      description: 'A number.\n\nIn this implementation: up; never null.',
      'x-gap-ids': ['rounding', 'nulls'],
    });
  });

  it.each([
    [{ c: {} }, 'openapi/gaps.yaml: rounding: Form 1 has nothing at /a,/b'],
    [{ a: { type: 'string' } }, 'openapi/gaps.yaml: rounding: Form 1 has no description at /a,/b'],
  ])('is an error if it concerns nothing, or a place without a description: %j', (document, message) => {
    expect(() => annotateGaps(document, [gap], 1)).toThrow(new SourceError(message));
  });
});
