import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operationAddress, PROJECT } from '../contents.ts';
import type { ContractDocument } from '../contract-pages/contract-document.ts';
import { parameterFields, responseFields } from '../contract-pages/fields.ts';
import type { Guide } from '../guides.ts';
import { OTHER_WORDS } from './other-words.ts';
import type { SearchEntry } from './search-index.ts';

/** All that can be found: the sections of the guides, and the operations of both documents. */
export async function searchEntries(guides: readonly Guide[]): Promise<readonly SearchEntry[]> {
  const operations = await Promise.all(([1, 2] as const).map(operationEntries));
  return [...guides.flatMap(sectionEntries), ...operations.flat()].map((entry) => {
    const otherWords = OTHER_WORDS[entry.address];
    return otherWords === undefined ? entry : { ...entry, otherWords };
  });
}

/** The search data as a script rather than JSON, so that it also loads from a file. */
export function searchScript(entries: readonly SearchEntry[]): string {
  return `window.searchData = ${JSON.stringify(entries)};\n`;
}

function sectionEntries({ source, title, parts }: Guide): readonly SearchEntry[] {
  return parts.map(({ heading, text }) => ({
    page: title,
    title: heading.text,
    address: heading.level === 1 ? source.output : `${source.output}#${heading.id}`,
    text,
  }));
}

async function operationEntries(form: 1 | 2): Promise<readonly SearchEntry[]> {
  const json = await readFile(join(PROJECT, `openapi/form-${form}.json`), 'utf8');
  const document: ContractDocument = JSON.parse(json);
  return Object.entries(document.paths).map(([path, { get }]) => ({
    page: `Form ${form}`,
    title: `${path}: ${get.summary}`,
    address: operationAddress(form, get.operationId),
    text: get.description.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim(),
    names: [
      get.operationId,
      ...new Set(
        [...parameterFields(document, get).keys(), ...responseFields(document, get).keys()].map(lastName),
      ),
    ],
  }));
}

/** `start` of `open_window.closed[].start`. */
function lastName(path: string): string {
  return path.replace(/^.*\./, '').replaceAll('[]', '');
}
