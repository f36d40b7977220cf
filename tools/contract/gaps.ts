import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { resolvePointer } from '../../conformance/contract/contract.ts';
import { isObject } from '../../conformance/contract/json.ts';
import { type Gap as GapOnPage, LEFT_OPEN } from './pages/gaps-page.ts';
import { SourceError } from './redocly.ts';

/** A point that the description leaves open, with JSON pointers to the places in the documents that it concerns. */
export interface Gap extends GapOnPage {
  readonly at: readonly string[];
}

type Node = { [name: string]: unknown };

export async function readGaps(): Promise<readonly Gap[]> {
  return parse(await readFile(new URL('../../openapi/gaps.yaml', import.meta.url), 'utf8'));
}

/**
 * Adds the gaps of a form to its document: the list as `x-gaps`, and at each place that they concern, their ids as `x-gap-ids`
 * and one sentence at the end of the description, so that readers can tell choices from promises.
 * Throws if a gap concerns nothing in the document, or a place without a description of its own.
 */
export function annotateGaps(document: Node, gaps: readonly Gap[], form: 1 | 2): void {
  const ofForm = gaps.filter((gap) => gap.form === undefined || gap.form === form);
  const places = new Map<Node, readonly Gap[]>();
  for (const gap of ofForm) {
    const concerned = gap.at
      .map((pointer) => resolvePointer(document, pointer))
      .filter((place): place is Node => isObject(place));
    if (concerned.length === 0)
      throw new SourceError(`openapi/gaps.yaml: ${gap.id}: Form ${form} has nothing at ${gap.at}`);
    for (const place of concerned) places.set(place, [...(places.get(place) ?? []), gap]);
  }
  for (const [place, found] of places) {
    const ids = found.map(({ id }) => id);
    if (typeof place['description'] !== 'string')
      throw new SourceError(`openapi/gaps.yaml: ${ids}: Form ${form} has no description at ${found[0]?.at}`);
    place['description'] = `${place['description'].trimEnd()}\n\n${choiceSentence(found)}`;
    place['x-gap-ids'] = ids;
  }
  document['x-gaps'] = ofForm.map(({ at: _, form: __, ...shown }) => shown);
}

/** The sentence at a place: what the service does at each point that the description leaves open there. */
export function choiceSentence(gaps: readonly Pick<Gap, 'short'>[]): string {
  return `${LEFT_OPEN} ${gaps.map(({ short }) => short.trim()).join('; ')}.`;
}
