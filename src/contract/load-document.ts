import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A bundled document as far as the service itself reads it. */
export interface ContractDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, unknown>>;
}

/** Where the bundled document of a form lies. */
export function documentUrl(form: 1 | 2): URL {
  return new URL(`../../openapi/form-${form}.yaml`, import.meta.url);
}

/** Reads the bundled document of a form, the one that everything is generated from. */
export async function loadDocument(form: 1 | 2): Promise<ContractDocument> {
  return parse(await readFile(documentUrl(form), 'utf8'));
}
