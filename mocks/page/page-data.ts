import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { outlineOf, type PageDocument } from './outline.ts';
import type { ParameterValidator, ParameterValidators } from './page-negotiator.ts';

/** What the mock without Node knows of a form: its endpoints, the outline of its bodies, and what validates its parameters. */
export interface PageData extends PageDocument {
  readonly validators: ParameterValidators;
}

const FORMS = [1, 2] as const;
// The options and the draft that Prism validates parameters with.
const ajv = new Ajv.default({
  allErrors: true,
  strict: false,
  coerceTypes: true,
  code: { source: true, esm: true },
});
addFormats.default(ajv);

/** The data by form. In a bundle, this module is `pageDataCode()`. */
export const pageData: Readonly<Record<1 | 2, PageData>> = { 1: dataOf(1), 2: dataOf(2) };

function dataOf(form: 1 | 2): PageData {
  const document = outlineOf(
    JSON.parse(readFileSync(new URL(`../../openapi/form-${form}.json`, import.meta.url), 'utf8')),
  );
  const validators = document.endpoints.map(({ operationId, path, parameters }) => {
    const properties = Object.fromEntries(parameters.map((schema) => [schema.name.toLowerCase(), schema]));
    ajv.addSchema({ type: 'object', properties }, nameOf(form, operationId));
    return [path, ajv.getSchema(nameOf(form, operationId)) as ParameterValidator];
  });
  return { ...document, validators: Object.fromEntries(validators) };
}

/** This module as code without Ajv, which a content security policy without `unsafe-eval` allows. */
export function pageDataCode(): string {
  const names = FORMS.flatMap((form) =>
    pageData[form].endpoints.map(({ operationId }) => nameOf(form, operationId)),
  );
  const forms = FORMS.map((form) => {
    const { outline, endpoints } = pageData[form];
    const validators = endpoints.map(
      ({ path, operationId }) => `${JSON.stringify(path)}: ${nameOf(form, operationId)}`,
    );
    return `${form}: { ...${JSON.stringify({ outline, endpoints })}, validators: { ${validators.join(', ')} } }`;
  });
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  return `${code}\nexport const pageData = { ${forms.join(', ')} };`;
}

function nameOf(form: 1 | 2, operationId: string): string {
  return `${operationId}_${form}`;
}
