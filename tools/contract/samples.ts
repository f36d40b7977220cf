import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../openapi/samples', import.meta.url));

/** The languages of samples by file ending, in the order in which they are shown. */
const LANGUAGES = {
  sh: { lang: 'bash', label: 'curl' },
  mjs: { lang: 'JavaScript', label: 'JavaScript' },
  py: { lang: 'Python', label: 'Python' },
} as const;

/** A program that calls an operation, as `x-codeSamples` lists it. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Adds the programs of `openapi/samples` to the operations of a document. They are files, so that tests can run them. */
export async function addSamples(document: {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}): Promise<void> {
  for (const { get } of Object.values(document.paths)) {
    get['x-codeSamples'] = await Promise.all(
      Object.entries(LANGUAGES).map(async ([ending, language]) => ({
        ...language,
        source: await readFile(join(FOLDER, `${get.operationId}.${ending}`), 'utf8'),
      })),
    );
  }
}

interface Operation {
  readonly operationId: string;
  'x-codeSamples'?: readonly Sample[];
}
