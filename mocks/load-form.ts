import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type Form, type FormDocument, formDocument } from './form-document.ts';

/** A form's document as the mock publishes it. */
export interface Published {
  readonly yaml: string;
  readonly json: string;
}

/** Reads the document of a form. */
export async function loadForm(form: Form): Promise<FormDocument & Published> {
  const yaml = await readFile(new URL(`../openapi/form-${form}.yaml`, import.meta.url), 'utf8');
  const document = parse(yaml);
  return { ...formDocument(form, document), yaml, json: JSON.stringify(document) };
}
