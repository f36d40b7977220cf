import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';
import { addDays } from './local-time.ts';
import { KEY } from './options.ts';
import { fetchOf, type Service } from './serve.ts';

/** The name of each JSON response's schema in the documents. */
export const SCHEMAS: Readonly<Record<string, string>> = {
  status: 'Status',
  chart: 'Chart',
  patterns: 'Patterns',
  reports: 'ReportPage',
  highlights: 'Highlights',
};
const cache = new Map<1 | 2, Ajv2020>();

/** Checks the service's responses against the form's schemas, statuses and CSV columns; returns one line for each error. */
export async function schemaErrors(service: Service): Promise<string[]> {
  const { form, prefix } = service.options;
  const fetch = fetchOf(service);
  const errors: string[] = [];
  for (const [path, status] of requestsFor(service)) {
    const headers: Record<string, string> = status === 401 ? {} : { authorization: `Token ${KEY}` };
    const response = await fetch(`http://127.0.0.1:8080${prefix}/api/v1/${path}`, { headers });
    const text = await response.text();
    const endpoint = path.split('?')[0] ?? '';
    if (response.status !== status) errors.push(`${path}: ${response.status} instead of ${status}`);
    else if (endpoint === 'export.csv' && status === 200)
      errors.push(...rowErrors(text, form).map((error) => `${path}: ${error}`));
    else if (status === 200)
      errors.push(...bodyErrors(text, endpoint, form).map((error) => `${path}: ${error}`));
  }
  return errors;
}

function requestsFor(service: Service): (readonly [string, number])[] {
  const { form, now } = service.options;
  const today = now.slice(0, 10);
  const day = addDays(today, -3);
  const range = `since=${addDays(today, -20)}&until=${addDays(today, -2)}`;
  const common: (readonly [string, number])[] = [
    ['status', 200],
    ['chart', 200],
    [`chart?since=${day}&until=${day}`, 200],
    [`chart?${range}`, 200],
    ['patterns', 200],
    [`patterns?${range}`, 200],
    ['reports', 200],
    ['reports?limit=200', 200],
    ['export.csv', 200],
    [`export.csv?${range}`, 200],
    ['status', 401],
    ['export.csv', 401],
  ];
  return form === 1 ? common : [...common, ['highlights', 200], ['highlights?days=60', 200]];
}

function bodyErrors(text: string, endpoint: string, form: 1 | 2): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['not JSON'];
  }
  const validate = validatorOf(SCHEMAS[endpoint] ?? '', form);
  return validate(body) ? [] : [JSON.stringify(validate.errors?.[0])];
}

function rowErrors(text: string, form: 1 | 2): string[] {
  const [header = [], ...rows] = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((row) => row !== '')
    .map((row) => row.split(',').map((cell) => cell.replace(/^"|"$/g, '')));
  const validate = validatorOf('ExportRow', form);
  for (const row of rows.length === 0 ? [] : rows) {
    if (!validate(Object.fromEntries(row.map((cell, index) => [header[index] ?? `column ${index}`, cell]))))
      return [JSON.stringify(validate.errors?.[0])];
  }
  return [];
}

function validatorOf(schema: string, form: 1 | 2): ValidateFunction {
  const ajv = documentOf(form);
  const validate = ajv.getSchema(`doc#/components/schemas/${schema}`);
  if (validate === undefined) throw new Error(`Form ${form} has no schema ${schema}`);
  return validate;
}

function documentOf(form: 1 | 2): Ajv2020 {
  const known = cache.get(form);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  // The package is CommonJS: its function is the default export, or a member of it.
  const formats = (
    typeof formatsModule === 'function' ? formatsModule : (formatsModule as { default: unknown }).default
  ) as (ajv: Ajv2020) => void;
  formats(ajv);
  ajv.addSchema(
    JSON.parse(readFileSync(new URL(`../../openapi/form-${form}.json`, import.meta.url), 'utf8')),
    'doc',
  );
  cache.set(form, ajv);
  return ajv;
}
