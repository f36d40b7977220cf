import type { IncomingMessage } from 'node:http';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { type Document, OpenAPIBackend, type Operation as PathOperation } from 'openapi-backend';
import type { ContractDocument } from '../../contract/load-document.ts';
import { counted } from '../../domain/texts.ts';
import { Problem } from '../server/problem.ts';
import { splitTarget } from '../server/request-record.ts';

/** An operation with its validated query. */
export interface Operation {
  readonly operationId: string;
  readonly query: Query;
}

type Query = Readonly<Record<string, unknown>>;

/** The operation of a request. */
export interface Route {
  /** `none` if the path has no operation for the method. */
  readonly operationId: string;
  /** Returns the validated query. Throws a problem if the method or a parameter is not allowed. */
  readonly query: () => Query;
}

export interface Router {
  /** Returns the route of a request; null if the document has no such path. HEAD is routed as GET. */
  find(request: IncomingMessage): Route | null;
}

/** Longer targets are not cached, so that they can't fill the memory. */
const MAX_CACHED_LENGTH = 500;

/**
 * Routes and validates requests by a form's document, with openapi-backend. The route depends only on method and target,
 * never on the key, so valid ones are cached by target. `allowed`: the methods that a response with 405 names.
 */
export async function loadRouter(
  document: ContractDocument,
  allowed = 'GET, HEAD, OPTIONS',
): Promise<Router> {
  const api = new OpenAPIBackend({
    definition: document as unknown as Document,
    // openapi-backend checks documents against OpenAPI 3.0 only; `npm run contract -- --check` lints ours as 3.1.
    quick: true,
    coerceTypes: true,
    ajvOpts: { allErrors: true, useDefaults: true, strict: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  });
  await api.init();
  const cache = new LRUCache<string, Route>({ max: 10_000 });

  function validQuery(target: string, operation: PathOperation): Query {
    const parameters = (operation.parameters ?? []) as readonly Parameter[];
    const { query, errors } = readQuery(splitTarget(target)[1], parameters);
    if (errors.length > 0) throw badParameters(errors);
    const { valid, errors: found, coerced } = api.validateRequest({ ...readOf(target), query }, operation);
    if (valid === true) return coerced?.query as Query;
    // Where Ajv found errors, as in `/query/since`.
    const names = (found ?? []).map(({ instancePath }) => instancePath.split('/')[2]);
    throw badParameters(
      parameters
        .filter(({ name }) => names.includes(name))
        .map((one) => ({ parameter: one.name, message: parameterMessage(one, query[one.name] ?? '') })),
    );
  }

  return {
    find({ method = '', url: target = '' }) {
      const isRead = method === 'GET' || method === 'HEAD';
      const cached = isRead ? cache.get(target) : undefined;
      if (cached !== undefined) return cached;
      const operation = api.matchOperation(readOf(target));
      if (operation === undefined) return null;
      if (!isRead) return { operationId: 'none', query: () => rejectMethod(method, allowed) };
      let query: Query | undefined;
      const route: Route = {
        operationId: operation.operationId ?? '',
        query() {
          if (query === undefined) {
            query = validQuery(target, operation);
            if (target.length <= MAX_CACHED_LENGTH) cache.set(target, route);
          }
          return query;
        },
      };
      return route;
    },
  };
}

function rejectMethod(method: string, allowed: string): never {
  const headers = { Allow: allowed };
  throw new Problem('method-not-allowed', `${method.toUpperCase()} is not allowed; use GET.`, { headers });
}

/** A request as openapi-backend takes it. All operations are read with GET. */
function readOf(target: string) {
  return { method: 'get', path: splitTarget(target)[0], headers: {} };
}

/** A query parameter of an operation, as the document describes it. */
interface Parameter {
  readonly name: string;
  readonly schema: {
    readonly type?: string;
    readonly format?: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly default?: unknown;
  };
}

interface QueryError {
  readonly parameter: string;
  readonly message: string;
}

/** How many invalid parameters a response lists: a request can have thousands. */
const MAX_LISTED = 10;

function badParameters(errors: readonly QueryError[]): Problem {
  const listed = errors.slice(0, MAX_LISTED);
  const more = errors.length - listed.length;
  const sentences = listed.map(({ parameter, message }) => `${parameter}: ${message}`);
  if (more > 0) sentences.push(`${counted(more, 'more parameter is', 'more parameters are')} invalid.`);
  return new Problem('invalid-parameter', sentences.join(' '), { errors: listed });
}

/**
 * Parses a query string by an operation's parameters, before its values are validated. Finds what schema validation
 * misses: unknown names, repeated names, and integers that are not plain digits (Ajv accepts `0x2`, `1e0` and ` 2`).
 */
function readQuery(
  search: string,
  parameters: readonly Parameter[],
): { readonly query: Readonly<Record<string, string>>; readonly errors: readonly QueryError[] } {
  const query: Record<string, string> = {};
  const errors = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (parameter === undefined) errors.set(name, unknownMessage(parameters));
    else if (Object.hasOwn(query, name)) errors.set(name, 'is given more than once; give it once.');
    else if (parameter.schema.type === 'integer' && !/^-?\d{1,15}$/.test(value)) {
      errors.set(name, parameterMessage(parameter, value));
    }
    if (parameter !== undefined) query[name] = value;
  }
  return {
    query,
    errors: [...errors].map(([parameter, message]) => ({ parameter: shown(parameter), message })),
  };
}

/** Says what is wrong with a value, and what is allowed instead, in one sentence. */
function parameterMessage({ schema }: Parameter, value: string): string {
  if (schema.type === 'integer') {
    const fallback = schema.default === undefined ? '' : ` (default ${schema.default})`;
    return `must be an integer from ${schema.minimum} to ${schema.maximum}${fallback}, not "${shown(value)}".`;
  }
  if (schema.format !== 'date') return `"${shown(value)}" is not allowed.`;
  return /^\d{4}-\d\d-\d\d$/.test(value)
    ? `"${value}" is not in the calendar; write a date that exists, as YYYY-MM-DD.`
    : `"${shown(value)}" is not a date; write YYYY-MM-DD, such as 2026-10-16.`;
}

function unknownMessage(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'is not a parameter of this operation; it has none.';
  return `is not a parameter of this operation; it has ${parameters.map(({ name }) => name).join(' and ')}.`;
}

/** Text from a request, shortened for an error message. */
export function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
