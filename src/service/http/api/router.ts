import type { IncomingMessage } from 'node:http';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { type Document, OpenAPIBackend, type Operation as PathOperation } from 'openapi-backend';
import type { ContractDocument } from '../../contract/load-document.ts';
import { counted } from '../../domain/texts.ts';
import { Problem } from '../server/problem.ts';
import { splitTarget } from '../server/request-record.ts';
import { type Parameter, parameterMessage, readQuery } from './query.ts';

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

/** Longer targets are not cached, so that they can't fill the memory. */
const MAX_CACHED_LENGTH = 500;

/**
 * Routes and validates requests by a form's document, with openapi-backend. The route depends only on method and target,
 * never on the key, so valid ones are cached by target.
 */
export class Router {
  readonly #api: OpenAPIBackend;
  readonly #allowed: string;
  readonly #cache = new LRUCache<string, Route>({ max: 10_000 });

  private constructor(api: OpenAPIBackend, allowed: string) {
    this.#api = api;
    this.#allowed = allowed;
  }

  /** `allowed`: the methods that a response with 405 names. */
  static async load(document: ContractDocument, allowed = 'GET, HEAD, OPTIONS'): Promise<Router> {
    const api = new OpenAPIBackend({
      definition: document as unknown as Document,
      // openapi-backend checks documents against OpenAPI 3.0 only; `npm run contract -- --check` lints ours as 3.1.
      quick: true,
      coerceTypes: true,
      ajvOpts: { allErrors: true, useDefaults: true, strict: false },
      customizeAjv: (ajv) => addFormats.default(ajv),
    });
    return new Router(await api.init(), allowed);
  }

  /** Returns the route of a request; null if the document has no such path. HEAD is routed as GET. */
  find({ method = '', url: target = '' }: IncomingMessage): Route | null {
    const isRead = method === 'GET' || method === 'HEAD';
    const cached = isRead ? this.#cache.get(target) : undefined;
    if (cached !== undefined) return cached;
    const operation = this.#api.matchOperation(readOf(target));
    if (operation === undefined) return null;
    if (!isRead) return { operationId: 'none', query: () => this.#rejectMethod(method) };
    const { operationId = '' } = operation;
    let query: Query | undefined;
    const route: Route = {
      operationId,
      query: () => {
        if (query === undefined) {
          query = this.#validQuery(target, operation);
          if (target.length <= MAX_CACHED_LENGTH) this.#cache.set(target, route);
        }
        return query;
      },
    };
    return route;
  }

  #validQuery(target: string, operation: PathOperation): Query {
    const parameters = (operation.parameters ?? []) as readonly Parameter[];
    const { query, errors } = readQuery(splitTarget(target)[1], parameters);
    if (errors.length > 0) throw badParameters(errors);
    const validation = this.#api.validateRequest({ ...readOf(target), query }, operation);
    if (validation.valid !== true) {
      const places = (validation.errors ?? []).map(({ instancePath }) => instancePath);
      throw invalidParameters(query, parameters, places);
    }
    return validation.coerced?.query as Query;
  }

  #rejectMethod(method: string): never {
    const headers = { Allow: this.#allowed };
    throw new Problem('method-not-allowed', `${method.toUpperCase()} is not allowed; use GET.`, { headers });
  }
}

/** A request as openapi-backend takes it. All operations are read with GET. */
function readOf(target: string) {
  return { method: 'get', path: splitTarget(target)[0], headers: {} };
}

/** `places`: where Ajv found errors, as in `/query/since`. */
function invalidParameters(
  query: Readonly<Record<string, string>>,
  parameters: readonly Parameter[],
  places: readonly string[],
): Problem {
  const names = new Set(places.map((place) => place.split('/')[2] ?? ''));
  const errors = parameters
    .filter(({ name }) => names.has(name))
    .map((parameter) => ({
      parameter: parameter.name,
      message: parameterMessage(parameter, String(query[parameter.name])),
    }));
  return badParameters(errors);
}

/** How many invalid parameters a response lists: a request can have thousands. */
const MAX_LISTED = 10;

function badParameters(errors: readonly { readonly parameter: string; readonly message: string }[]): Problem {
  const listed = errors.slice(0, MAX_LISTED);
  const more = errors.length - listed.length;
  const sentences = listed.map(({ parameter, message }) => `${parameter}: ${message}`);
  if (more > 0) sentences.push(`${counted(more, 'more parameter is', 'more parameters are')} invalid.`);
  return new Problem('invalid-parameter', sentences.join(' '), { errors: listed });
}
