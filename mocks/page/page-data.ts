import { readFileSync } from 'node:fs';
import type { ApiDocument, Form } from '../form-document.ts';

/** The documents by form, reduced to what the mock reads. In a bundle, this module is `pageDataCode()`. */
export const pageData: Readonly<Record<Form, ApiDocument>> = { 1: documentOf(1), 2: documentOf(2) };

/** This module as code that needs no files. */
export function pageDataCode(): string {
  return `export const pageData = ${JSON.stringify(pageData)};`;
}

/** Endpoints, the schemas of their bodies, and the first example of each. */
function documentOf(form: Form): ApiDocument {
  const file = new URL(`../../openapi/form-${form}.json`, import.meta.url);
  const { paths, components }: ApiDocument = JSON.parse(readFileSync(file, 'utf8'));
  const { schemas, parameters } = components;
  const operations = Object.entries(paths).map(([path, { get }]) => {
    const contents = Object.entries(get.responses['200'].content).map(([type, { schema, examples }]) => {
      return [type, { schema, examples: Object.fromEntries(Object.entries(examples).slice(0, 1)) }];
    });
    const responses = { '200': { content: Object.fromEntries(contents) } };
    const { operationId, summary, parameters: own = [] } = get;
    return [path, { get: { operationId, summary, parameters: own, responses } }];
  });
  return { paths: Object.fromEntries(operations), components: { schemas, parameters } };
}
