import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Form, inlinedSchema, resolvePointer } from '../contract/contract.ts';
import { fieldAt, fieldsOf, mainFieldOf } from '../contract/fields.ts';
import { isObject } from '../contract/json.ts';
import { type Endpoint, endpointsOf, isCsv, schemaPointerOf } from '../contract/operations.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { ParsedResponse } from '../facts/responses.ts';
import { parseTimestamp } from '../facts/timestamp.ts';
import type { Ledger, Rule } from './rule.ts';

/** Checks every response of the run, and every row of every export, against the schemas of the documents. */
export const schemas: Rule = {
  name: 'schemas',
  judge: (facts, ledger) => {
    for (const endpoint of endpointsOf(facts.form).filter((one) => !isCsv(one))) {
      for (const parsed of facts.responsesByEndpoint.get(endpoint) ?? []) {
        if (parsed.body !== undefined) judgeBody(facts.form, endpoint, parsed, parsed.body, '', ledger);
      }
    }
    for (const parsed of facts.exports) {
      if (!parsed.header.includes('timestamp')) continue;
      for (const { line, cells } of parsed.cells) {
        // A repeated header is no row with wrong cells
        if (cells.join() === parsed.header.join()) continue;
        const named = cells.slice(0, parsed.header.length);
        const row = Object.fromEntries(named.map((cell, at) => [parsed.header[at], cell]));
        judgeBody(facts.form, 'export.csv', parsed, row, `line ${line}: `, ledger);
      }
    }
  },
};

function judgeBody(
  form: Form,
  endpoint: Endpoint,
  parsed: ParsedResponse,
  body: unknown,
  where: string,
  ledger: Ledger,
): void {
  const validate = validatorOf(form, endpoint);
  const failed = new Set<string>();
  if (!validate(body)) {
    for (const error of validate.errors ?? []) {
      const repeated = error.keyword === 'not' && error.propertyName !== undefined;
      if (error.keyword === 'if' || repeated) continue;
      const pointer = pointerOf(error);
      const requirement = requirementOf(form, endpoint, pointer, error);
      failed.add(requirement);
      const breach = {
        message: `${where}${pointer || 'the body'} ${descriptionOf(error)}${conditionOf(body, pointer, error)}`,
        ...(error.keyword === 'required'
          ? {}
          : { expected: expectationOf(error), seen: jsonOf(resolvePointer(body, pointer)) }),
        exchange: parsed.exchange,
        pointer,
      };
      ledger.fail(requirement, breach);
    }
  }
  for (const { pointer, isTimestamp } of fieldsOf(form, endpoint)) {
    if (!isTimestamp) continue;
    for (const text of valuesAt(body, pointer)) {
      if (typeof text !== 'string' || parseTimestamp(text) !== undefined) continue;
      const requirement = fieldAt(form, endpoint, pointer)?.requirement;
      const breach = {
        message: `${where}${pointer} is not an ISO 8601 date-time with a UTC offset`,
        expected: 'a date-time such as 2026-10-16T12:31:15-07:00',
        seen: jsonOf(text),
        exchange: parsed.exchange,
      };
      for (const id of requirement === undefined
        ? (['time.format'] as const)
        : ([requirement, 'time.format'] as const)) {
        failed.add(id);
        ledger.fail(id, breach);
      }
    }
  }
  for (const { pointer, requirement, isTimestamp } of fieldsOf(form, endpoint)) {
    if (countAt(body, pointer) === 0) continue;
    if (requirement !== undefined && !failed.has(requirement)) ledger.pass(requirement);
    if (isTimestamp && !failed.has('time.format')) ledger.pass('time.format');
  }
}

function pointerOf(error: ErrorObject): string {
  if (error.keyword === 'required') return `${error.instancePath}/${String(error.params['missingProperty'])}`;
  if (error.keyword === 'propertyNames')
    return `${error.instancePath}/${String(error.params['propertyName'])}`;
  return error.instancePath;
}

function requirementOf(form: Form, endpoint: Endpoint, pointer: string, error: ErrorObject): RequirementId {
  if (error.keyword === 'maxItems' && endpoint === 'reports') return 'reports.limit-maximum';
  if (error.keyword === 'maxItems' && endpoint === 'highlights') return 'highlights.maximum-days';
  if (error.keyword === 'propertyNames')
    return forbiddenMember(endpoint, String(error.params['propertyName']));
  const field =
    pointer === '' && !isCsv(endpoint) ? mainFieldOf(form, endpoint) : fieldAt(form, endpoint, pointer);
  return field?.requirement ?? (isCsv(endpoint) ? 'export.columns' : 'http.json');
}

/** Names that a document forbids belong to the other form, or else could reveal a place. */
function forbiddenMember(endpoint: Endpoint, name: string): RequirementId {
  switch (name) {
    case 'photo_url':
    case 'has_photo':
      return 'form.no-photo-info';
    case 'open_window':
      return 'form.no-open-window';
    case 'open_hours':
      return 'form.no-open-hours';
    default:
      return isCsv(endpoint) ? 'privacy.coordinates-export' : 'privacy.coordinates-feed';
  }
}

/** How many values the body has at a pointer, absent members of existing objects included. */
function countAt(body: unknown, pointer: string): number {
  const { parents, last } = parentsAt(body, pointer);
  if (last === '*')
    return parents.reduce<number>((sum, parent) => sum + (Array.isArray(parent) ? parent.length : 0), 0);
  return parents.filter(isObject).length;
}

/** The values that the body has at a pointer to a member. */
function valuesAt(body: unknown, pointer: string): readonly unknown[] {
  const { parents, last } = parentsAt(body, pointer);
  return parents.flatMap((parent) => (isObject(parent) && last in parent ? [parent[last]] : []));
}

/** The objects and arrays that a pointer's last part, a name or `*`, leads out of. */
function parentsAt(
  body: unknown,
  pointer: string,
): { readonly parents: readonly unknown[]; readonly last: string } {
  const tokens = pointer.split('/').slice(1);
  const last = tokens.pop() ?? '';
  let parents: readonly unknown[] = [body];
  for (const token of tokens) {
    parents = parents.flatMap((parent) => {
      if (token === '*') return Array.isArray(parent) ? parent : [];
      const child = isObject(parent) ? parent[token] : undefined;
      return child === undefined || child === null ? [] : [child];
    });
  }
  return { parents, last };
}

function descriptionOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'is missing';
    case 'propertyNames':
      return 'is not allowed';
    case 'not':
      return 'has a value that the contract excludes';
    case 'enum':
      return 'is not one of the allowed values';
    default:
      return error.message ?? 'does not match the contract';
  }
}

/** Members that show which of two shapes their object has. */
const flags: readonly string[] = ['has_estimate', 'is_open'];

/** The flag that decides whether a member may be null, if the error is about that: the flag itself may be wrong. */
function conditionOf(body: unknown, pointer: string, { keyword, params }: ErrorObject): string {
  if (keyword !== 'type' || (resolvePointer(body, pointer) !== null && params['type'] !== 'null')) return '';
  const parent = resolvePointer(body, pointer.slice(0, pointer.lastIndexOf('/')));
  if (!isObject(parent)) return '';
  const flag = flags.find((name) => typeof parent[name] === 'boolean');
  return flag === undefined ? '' : ` while ${flag} is ${String(parent[flag])}`;
}

function expectationOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'type':
      return `type ${String(error.params['type'])}`;
    case 'enum':
      return `one of ${JSON.stringify(error.params['allowedValues'])}`;
    case 'propertyNames':
      return 'no such member';
    case 'not':
      return 'another value';
    case 'pattern':
      return `text that matches ${String(error.params['pattern'])}`;
    default:
      return error.message ?? error.keyword;
  }
}

function jsonOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

const validators = new Map<string, ValidateFunction>();

/** The validator of an endpoint's body, or of a row of its CSV. */
export function validatorOf(form: Form, endpoint: Endpoint): ValidateFunction {
  const id = `${form} ${endpoint}`;
  const known = validators.get(id);
  if (known !== undefined) return known;
  // A test validates the schemas, since that takes twice as long as compiling them
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv);
  const validate = ajv.compile(inlinedSchema(form, schemaPointerOf(form, endpoint) ?? ''));
  validators.set(id, validate);
  return validate;
}
