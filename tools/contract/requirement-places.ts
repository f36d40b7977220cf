import { resolvePointer } from '../../conformance/contract/contract.ts';
import type { DocumentedRecord } from '../../conformance/contract/requirement-record.ts';

export type Node = { readonly [name: string]: unknown };

/** The name under which a place of the documents' sources states its requirement, or a list of several. */
export const KEY = 'x-requirement';

/** A place that operations use. */
export interface Place {
  /** The operations' paths below `/api/v1/`, in the order of the document. */
  readonly endpoints: Set<string>;
  /** The requirements that are written there. */
  readonly records: readonly DocumentedRecord[];
  /** For a member of a JSON response: the requirement of the member that contains it, or else that of the whole response. */
  readonly container: string | undefined;
}

/** The places that a document's operations use, by JSON pointer, in the order in which they use them. */
export function placesIn(document: Node): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const path of Object.keys(document['paths'] as Node)) {
    const endpoint = path.slice('/api/v1/'.length);
    const visit = (pointer: string, container: string | undefined): void => {
      const node = resolvePointer(document, pointer) as Node;
      if (typeof node !== 'object' || node === null) return;
      const isMember = /\/properties\/[^/]+$/.test(pointer);
      const stated = node[KEY] as DocumentedRecord | readonly DocumentedRecord[] | undefined;
      const records = [stated ?? []].flat();
      const place = places.get(pointer) ?? {
        endpoints: new Set(),
        records,
        container: isMember ? container : undefined,
      };
      places.set(pointer, place);
      place.endpoints.add(endpoint);
      const inner = isMember ? (records[0]?.id ?? container) : container;
      for (const [name, value] of Object.entries(node)) {
        if (name === KEY) continue;
        if (name === '$ref') visit(String(value).slice(1), inner);
        else visit(`${pointer}/${escaped(name)}`, name === 'application/json' ? 'http.json' : inner);
      }
    };
    visit('/components/securitySchemes/token', undefined);
    visit(`/paths/${escaped(path)}/get`, undefined);
  }
  return places;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
