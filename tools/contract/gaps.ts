import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Gap as GapOnPage } from '../../docs-site/contract-pages/gaps-page.ts';

/** A point that the description leaves open, with JSON pointers to the places in the documents that it concerns. */
export interface Gap extends GapOnPage {
  readonly at: readonly string[];
}

type Node = { [name: string]: unknown };

export async function readGaps(): Promise<readonly Gap[]> {
  return parse(await readFile(new URL('../../openapi/gaps.yaml', import.meta.url), 'utf8'));
}

/**
 * Adds the gaps of a form to its document: the list as `x-gaps`, and the ids as `x-gap-ids` at each place that they concern.
 * Throws if a gap concerns nothing in the document.
 */
export function annotateGaps(document: Node, gaps: readonly Gap[], form: 1 | 2): void {
  const ofForm = gaps.filter((gap) => gap.form === undefined || gap.form === form);
  for (const gap of ofForm) {
    const places = gap.at
      .map((pointer) => resolvePointer(document, pointer))
      .filter((place) => place !== undefined);
    if (places.length === 0) throw new Error(`gaps.yaml: ${gap.id}: Form ${form} has nothing at ${gap.at}`);
    for (const place of places) {
      place['x-gap-ids'] = [...((place['x-gap-ids'] as string[] | undefined) ?? []), gap.id];
    }
  }
  document['x-gaps'] = ofForm.map(({ id, section, open, decision, why }) => ({
    id,
    section,
    open,
    decision,
    why,
  }));
}

function resolvePointer(document: Node, pointer: string): Node | undefined {
  let place: unknown = document;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null) return undefined;
    place = (place as Node)[name];
  }
  return typeof place === 'object' && place !== null && !Array.isArray(place) ? (place as Node) : undefined;
}
