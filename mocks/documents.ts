import { readFileSync } from 'node:fs';
import { type Form, type FormDocument, formDocument } from './form-document.ts';

const read = (file: string): string => readFileSync(new URL(`../openapi/${file}`, import.meta.url), 'utf8');

/** The part of each form's document that the mock needs. In a bundle for pages, this module is `formDocumentsCode()`. */
export const formDocuments: Readonly<Record<Form, FormDocument>> = {
  1: formDocument(1, JSON.parse(read('form-1.json'))),
  2: formDocument(2, JSON.parse(read('form-2.json'))),
};

/** This module as code that needs no files. */
export function formDocumentsCode(): string {
  return `export const formDocuments = ${JSON.stringify(formDocuments)};`;
}

/** A form's document as the mock publishes it. */
export interface Published {
  readonly yaml: string;
  readonly json: string;
}

export function publishedDocument(form: Form): Published {
  return {
    yaml: read(`form-${form}.yaml`),
    json: JSON.stringify(JSON.parse(read(`form-${form}.json`))),
  };
}
