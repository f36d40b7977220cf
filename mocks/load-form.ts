import { readFile } from 'node:fs/promises';
import { type Form, type FormDocument, formDocument } from './form-document.ts';

/** A form's document as the mock publishes it. */
export interface Published {
  readonly yaml: string;
  readonly json: string;
}

/** Reads the document of a form. */
export async function loadForm(form: Form): Promise<FormDocument & Published> {
  const read = (format: string) =>
    readFile(new URL(`../openapi/form-${form}.${format}`, import.meta.url), 'utf8');
  const [yaml, json] = await Promise.all([read('yaml'), read('json')]);
  const document = JSON.parse(json);
  return { ...formDocument(form, document), yaml, json: JSON.stringify(document) };
}
