import { readFile } from 'node:fs/promises';
import { documentUrl } from '../../service/contract/load-document.ts';

/** The contract of a form, as the texts that a scaffold is generated from. */
export interface ContractFiles {
  readonly form: 1 | 2;
  /** The bundled document, YAML. */
  readonly document: string;
  /** Its generated types. */
  readonly types: string;
  /** Its generated operation interface, which imports the types. */
  readonly operations: string;
}

/** Reads the files that `npm run contract` generated for a form. */
export async function readContract(form: 1 | 2): Promise<ContractFiles> {
  const generated = (kind: string) =>
    readFile(new URL(`../../service/contract/form-${form}.${kind}.generated.ts`, import.meta.url), 'utf8');
  return {
    form,
    document: await readFile(documentUrl(form), 'utf8'),
    types: await generated('types'),
    operations: await generated('operations'),
  };
}
