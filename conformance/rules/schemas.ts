import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inlinedSchema } from '../contract/contract.ts';
import type { Form } from '../contract/types.ts';
import type { Endpoint } from '../evidence/evidence.ts';
import type { Answered } from '../facts/responses.ts';
import type { Rule, Say } from './rule.ts';
import { countAt, placeAt, schemaNames, schemaPlaces } from './schema-places.ts';

/** Every answer of the run, and every row of every export, against the schemas of the documents. */
export const schemas: Rule = {
  name: 'schemas',
  requirements: [
    ...new Set(
      Object.values(schemaPlaces).flatMap((places) => (places ?? []).map(({ requirement }) => requirement)),
    ),
    'time.format',
    'http.json',
    'privacy.coordinates-feed',
    'privacy.coordinates-export',
    'form.no-photo-info',
    'form.no-open-window',
    'form.no-open-hours',
  ],
  judge: (facts, say) => {
    const answers: readonly (readonly [Endpoint, readonly Answered[]])[] = [
      ['status', facts.statuses],
      ['chart', facts.charts],
      ['patterns', facts.patterns],
      ['reports', facts.pages],
      ['highlights', facts.form === 2 ? facts.highlights : []],
    ];
    for (const [endpoint, list] of answers) {
      for (const answered of list) {
        if (answered.body !== undefined) judgeBody(facts.form, endpoint, answered, answered.body, '', say);
      }
    }
    for (const answer of facts.exports) {
      if (!answer.header.includes('timestamp')) continue;
      for (const { line, cells } of answer.cells) {
        const row = Object.fromEntries(
          answer.header.map((name, at) => [name, cells[at]]).filter(([, cell]) => cell !== undefined),
        );
        judgeBody(facts.form, 'export.csv', answer, row, `line ${line}: `, say);
      }
    }
  },
};

function judgeBody(
  form: Form,
  endpoint: Endpoint,
  answered: Answered,
  body: unknown,
  where: string,
  say: Say,
): void {
  const validate = validatorOf(form, endpoint);
  const faulty = new Set<string>();
  if (!validate(body)) {
    for (const error of validate.errors ?? []) {
      if (error.keyword === 'if' || error.keyword === 'not' || isBranch(error)) continue;
      const pointer = pointerOf(error);
      const { requirement, time } = placeOf(form, endpoint, pointer, error);
      faulty.add(requirement);
      const breach = {
        message: `${where}${pointer || 'the body'} ${wordsFor(error)}`,
        expected: expectationOf(error),
        seen: excerpt(valueAt(body, pointer)),
        exchange: answered.exchange,
      };
      say.breach(requirement, breach);
      if (time && (error.keyword === 'pattern' || error.keyword === 'format')) {
        faulty.add('time.format');
        say.breach('time.format', breach);
      }
    }
  }
  for (const { pointer, requirement, time } of schemaPlaces[endpoint] ?? []) {
    const count = countAt(body, pointer);
    if (count > 0 && !faulty.has(requirement)) say.holds(requirement);
    if (time === true && count > 0 && !faulty.has('time.format')) say.holds('time.format');
  }
}

const validators = new Map<string, ValidateFunction>();

function validatorOf(form: Form, endpoint: Endpoint): ValidateFunction {
  const id = `${form} ${endpoint}`;
  const known = validators.get(id);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(inlinedSchema(form, schemaNames[endpoint] ?? ''));
  validators.set(id, validate);
  return validate;
}

/** The null branch of an anyOf says nothing that the other branch does not. */
function isBranch(error: ErrorObject): boolean {
  return (
    error.keyword === 'anyOf' ||
    (error.keyword === 'type' && error.params['type'] === 'null' && error.schemaPath.includes('anyOf'))
  );
}

function pointerOf(error: ErrorObject): string {
  if (error.keyword === 'required') return `${error.instancePath}/${String(error.params['missingProperty'])}`;
  if (error.keyword === 'propertyNames')
    return `${error.instancePath}/${String(error.params['propertyName'])}`;
  return error.instancePath;
}

/** The member that stands for a body that is no object at all. */
const wholes: Readonly<Partial<Record<Endpoint, string>>> = {
  status: '/has_estimate',
  chart: '/scatter',
  patterns: '/by_hour',
  reports: '/results',
  highlights: '/highlights',
};

function placeOf(
  form: Form,
  endpoint: Endpoint,
  pointer: string,
  error: ErrorObject,
): { requirement: string; time: boolean } {
  if (error.keyword === 'propertyNames') {
    const name = String(error.params['propertyName']);
    if (name === 'photo_url' || name === 'has_photo')
      return { requirement: 'form.no-photo-info', time: false };
    if (name === 'open_window') return { requirement: 'form.no-open-window', time: false };
    if (name === 'open_hours') return { requirement: 'form.no-open-hours', time: false };
    return {
      requirement: endpoint === 'export.csv' ? 'privacy.coordinates-export' : 'privacy.coordinates-feed',
      time: false,
    };
  }
  const place = placeAt(endpoint, pointer);
  // A member that only the other form has is judged by the rules of the forms
  const requirement =
    place?.requirement ??
    (pointer === ''
      ? schemaPlaces[endpoint]?.find(({ pointer: one }) => one === wholes[endpoint])?.requirement
      : undefined) ??
    (endpoint === 'export.csv' ? 'export.columns' : 'http.json');
  return {
    requirement: form === 2 && requirement === 'reports.photo_url' ? 'form.no-photo-info' : requirement,
    time: place?.time === true,
  };
}

function wordsFor(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'is missing';
    case 'propertyNames':
      return 'must not be there';
    default:
      return error.message ?? 'is not as documented';
  }
}

function expectationOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'type':
      return `type ${String(error.params['type'])}`;
    case 'enum':
      return `one of ${JSON.stringify(error.params['allowedValues'])}`;
    case 'pattern':
      return `text that matches ${String(error.params['pattern'])}`;
    default:
      return error.message ?? error.keyword;
  }
}

function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, token) =>
        typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[token] : undefined,
      body,
    );
}

function excerpt(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
