import { readFile } from 'node:fs/promises';

/** The parts of a bundled document that the service reads. */
export interface ContractDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly license: Link;
    readonly contact: Link;
  };
  readonly externalDocs: Link;
  readonly servers: readonly [Link, ...Link[]];
  readonly paths: Readonly<Record<string, unknown>>;
}

interface Link {
  readonly url: string;
}

/** The endpoints of a form in a sentence, for errors that name them. */
export function endpointsSentence({ paths }: Pick<ContractDocument, 'paths'>, form: 1 | 2): string {
  return `The endpoints of Form ${form} are ${Object.keys(paths).join(', ')}.`;
}

/** The location of a form's bundled document. */
export function documentUrl(form: 1 | 2, format: 'yaml' | 'json' = 'yaml'): URL {
  return new URL(`../../../openapi/form-${form}.${format}`, import.meta.url);
}

/** Reads the bundled document of a form, from which everything is generated: as JSON, since parsing YAML takes long. */
export async function loadDocument(form: 1 | 2): Promise<ContractDocument> {
  return JSON.parse(await readFile(documentUrl(form, 'json'), 'utf8'));
}
