import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { type ApiDocument, type Form, formDocument } from '../form-document.ts';
import type { ParameterValidator, ParameterValidators } from './page-negotiator.ts';

/** The document of a form, reduced to what the mock reads, and what validates the parameters of its endpoints. */
export interface PageData {
  readonly document: ApiDocument;
  readonly validators: ParameterValidators;
}

// The options and the draft that Prism validates parameters with.
const ajv = new Ajv.default({
  allErrors: true,
  strict: false,
  coerceTypes: true,
  code: { source: true, esm: true },
});
addFormats.default(ajv);

/** The data by form. In a bundle, this module is `pageDataCode()`. */
export const pageData: Readonly<Record<Form, PageData>> = { 1: dataOf(1), 2: dataOf(2) };

function dataOf(form: Form): PageData {
  const file = new URL(`../../openapi/form-${form}.json`, import.meta.url);
  const document = reduced(JSON.parse(readFileSync(file, 'utf8')));
  const validators = formDocument(form, document).endpoints.map(({ operationId, path, parameters }) => {
    const properties = Object.fromEntries(parameters.map((schema) => [schema.name.toLowerCase(), schema]));
    ajv.addSchema({ type: 'object', properties }, nameOf(form, operationId));
    return [path, ajv.getSchema(nameOf(form, operationId)) as ParameterValidator];
  });
  return { document, validators: Object.fromEntries(validators) };
}

/** Endpoints, the schemas of their bodies, and the first example of each. */
function reduced({ paths, components: { schemas, parameters } }: ApiDocument): ApiDocument {
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

/** This module as code without Ajv, which a content security policy without `unsafe-eval` allows. */
export function pageDataCode(): string {
  const forms = Object.entries(pageData).map(([form, { document }]) => {
    const validators = Object.entries(document.paths).map(
      ([path, { get }]) => [path, nameOf(form, get.operationId)] as const,
    );
    return { form, document: JSON.stringify(document), validators };
  });
  const names = forms.flatMap(({ validators }) => validators.map(([, name]) => [name, name]));
  const members = forms.map(({ form, document, validators }) => {
    const list = validators.map(([path, name]) => `${JSON.stringify(path)}: ${name}`).join(', ');
    return `${form}: { document: ${document}, validators: { ${list} } }`;
  });
  return `${standalone.default(ajv, Object.fromEntries(names))}\nexport const pageData = { ${members.join(', ')} };`;
}

function nameOf(form: Form | string, operationId: string): string {
  return `${operationId}_${form}`;
}
