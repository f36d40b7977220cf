import type { Form } from '../contract/contract.ts';
import { fieldAt, fieldsOf, mainFieldOf } from '../contract/fields.ts';
import { endpointsOf, isCsv } from '../contract/operations.ts';
import type { RequirementId } from '../contract/requirements.ts';
import { parseTimestamp } from '../facts/timestamp.ts';
import { validatorOf } from '../families/schemas.ts';
import { type Body, type Endpoint, edit, editRows } from '../reference/faults/edits.ts';
import type { Fault } from '../reference/faults/fault.ts';
import { KEY, type Options } from '../reference/options.ts';
import { createReference } from '../reference/service.ts';
import { OPERATORS, type Operator, type Parent } from './operators.ts';

/** The states in which responses have different shapes. */
const STATES: Readonly<Record<string, Partial<Options>>> = {
  open: {},
  closed: { now: '2026-11-20T03:10:00', closedFields: 'zeros' },
  'no-reports': { count: 0 },
};
/** Requests whose responses have different shapes: an open day, a closed one and several; a first and a last page. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  chart: ['', 'since=2026-11-15&until=2026-11-15', 'since=2026-11-16&until=2026-11-19'],
  reports: ['', 'limit=200'],
};

/** A change to one member of an endpoint's responses. */
interface Mutation {
  readonly endpoint: Endpoint;
  readonly state: string;
  /** JSON pointer into the body, or into a row of a CSV; `*` stands for an index. */
  readonly pointer: string;
  readonly operator: Operator;
  /** True if it changes one item among many. */
  readonly isRare: boolean;
}

/**
 * The faults that the schemas of the responses forbid: every operator on every member, in both forms, if the validator rejects the
 * result. What it accepts is no fault.
 */
export function deriveFaults(): readonly Fault[] {
  const faults = new Map<string, Fault>();
  for (const form of [1, 2] as const) {
    for (const mutation of mutationsOf(form)) {
      const fault = faultOf(form, mutation);
      const known = faults.get(fault.id);
      faults.set(fault.id, { ...fault, forms: [...(known?.forms ?? []), form] });
    }
  }
  return [...faults.values()];
}

function mutationsOf(form: Form): readonly Mutation[] {
  return (endpointsOf(form) as readonly Endpoint[]).flatMap((endpoint) => {
    const members = fieldsOf(form, endpoint).map(({ pointer }) => pointer);
    const pointers = isCsv(endpoint) ? members : ['', ...members];
    const states = endpoint === 'status' ? Object.keys(STATES) : ['open'];
    return states.flatMap((state) => {
      const samples = samplesOf(form, endpoint, state);
      return pointers.flatMap((pointer) =>
        OPERATORS.flatMap((operator) =>
          (isListed(endpoint, pointer) ? [false, true] : [false])
            .map((isRare) => ({ endpoint, state, pointer, operator, isRare }))
            .filter((mutation) => samples.some((body) => isForbidden(form, mutation, body))),
        ),
      );
    });
  });
}

/** Checks whether a response may have the member many times. */
const isListed = (endpoint: Endpoint, pointer: string) => isCsv(endpoint) || pointer.includes('*');

/** Small bodies of the endpoint. */
function samplesOf(form: Form, endpoint: Endpoint, state: string): readonly Body[] {
  const service = createReference({ count: 100, days: 6, ...STATES[state], form });
  return (QUERIES[endpoint] ?? ['']).map((query) => {
    const { body } = service.respond({
      method: 'GET',
      path: `/api/v1/${endpoint}`,
      query: new URLSearchParams(query),
      headers: { authorization: `Token ${KEY}` },
    });
    return isCsv(endpoint) ? rowsOf(body.trimEnd().split(/\r?\n/)) : JSON.parse(body);
  });
}

/** Checks whether the mutation of a body is one that the schema rejects. */
function isForbidden(form: Form, mutation: Mutation, sample: Body): boolean {
  const { endpoint, pointer } = mutation;
  const { body, changed } = mutate(structuredClone(sample), mutation);
  if (changed.length === 0 || body === undefined) return false;
  // Only texts can be written into cells
  if (isCsv(endpoint) && !changed.every(isText)) return false;
  const validate = validatorOf(form, endpoint);
  const parts: readonly Body[] = isCsv(endpoint) ? body : [body];
  // No pattern tells all notations of ISO 8601
  const isTimestamp = fieldAt(form, endpoint, pointer)?.isTimestamp === true;
  return (
    parts.some((part) => !validate(part)) ||
    (isTimestamp && changed.some((one) => isText(one) && parseTimestamp(one) === undefined))
  );
}
const isText = (value: unknown): value is string => typeof value === 'string';

/** Changes a body in place, or returns another one; with the new values of the changed members. */
function mutate(
  body: Body,
  { endpoint, pointer, operator, isRare }: Mutation,
): { readonly body: Body; readonly changed: readonly unknown[] } {
  const root: Parent = { body };
  const names = ['body', ...(isCsv(endpoint) ? ['*'] : []), ...pointer.split('/').slice(1)];
  const parents = names.slice(0, -1).reduce<readonly Parent[]>(childrenOf, [root]);
  const places = parents.flatMap((parent) =>
    namesIn(parent, names.at(-1) ?? '').map((name) => ({ parent, name })),
  );
  const changed: unknown[] = [];
  for (const { parent, name } of isRare ? places.slice(Math.floor(places.length / 3)) : places) {
    if (operator.apply(parent, name)) changed.push(parent[name]);
    if (isRare && changed.length > 0) break;
  }
  return { body: root['body'], changed };
}

function childrenOf(parents: readonly Parent[], name: string): readonly Parent[] {
  return parents.flatMap((parent) =>
    namesIn(parent, name).flatMap((one) => {
      const child = parent[one];
      return typeof child === 'object' && child !== null ? [child as Parent] : [];
    }),
  );
}

/** The members of that name that an object has, or all indexes of a list. */
function namesIn(parent: Parent, name: string): readonly (string | number)[] {
  if (name === '*') return Array.isArray(parent) ? [...parent.keys()] : [];
  return name in parent ? [name] : [];
}

function faultOf(form: Form, mutation: Mutation): Omit<Fault, 'forms'> {
  const { endpoint, pointer, operator, isRare, state } = mutation;
  const member = `${endpoint}${pointer.replaceAll('/', '.')}`;
  const shape = state === 'open' ? '' : `-${state}`;
  const change = (body: Body) => mutate(body, mutation).body;
  return {
    id: `derived${shape}/${member}-${operator.name}${isRare ? '-once' : ''}`,
    summary: `\`${member}\` is ${operator.summary}${isRare ? ' in one item' : ''}.`,
    requirements: requirementsAt(form, mutation),
    state: STATES[state] ?? {},
    respond: isCsv(endpoint)
      ? editRows((rows) => [...rows.slice(0, 1), ...linesOf(change(rowsOf(rows)))])
      : edit(endpoint, change),
  };
}

/**
 * The requirements of the member, or of what contains it. What is emptied lacks its members, and members beside a wrong flag or a
 * swapped value may be what is wrong.
 */
function requirementsAt(form: Form, { endpoint, pointer, operator }: Mutation): readonly RequirementId[] {
  const pointers = fieldsOf(form, endpoint).map((field) => field.pointer);
  const parentOf = (one: string) => one.slice(0, one.lastIndexOf('/'));
  const beside = pointers.filter((one) => pointer !== '' && parentOf(one) === parentOf(pointer));
  const also: Readonly<Record<string, readonly string[]>> = {
    empty: pointers.filter((one) => pointer !== '' && parentOf(one) === pointer),
    false: beside,
    swapped: beside,
  };
  const own = [pointer, ...(also[operator.name] ?? [])].flatMap((one) => {
    const field = one === '' ? mainFieldOf(form, endpoint) : fieldAt(form, endpoint, one);
    return [field?.requirement ?? [], field?.isTimestamp === true ? ('time.format' as const) : []].flat();
  });
  return pointer === '' ? [...own, 'http.json', 'http.answers'] : own;
}

const rowsOf = ([header = '', ...rows]: readonly string[]): Body => {
  const names = header.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell])));
};
const linesOf = (rows: readonly Record<string, string>[]): readonly string[] =>
  rows.map((row) => Object.values(row).join(','));
