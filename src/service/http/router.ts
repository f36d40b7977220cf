import type { IncomingMessage } from 'node:http';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend';
import type { ContractDocument } from '../contract/load-document.ts';
import { counted } from '../domain/texts.ts';
import { Problem } from './problem.ts';
import { type Parameter, parameterMessage, readQuery } from './query.ts';
import { splitTarget } from './request-log.ts';

/** An operation with its validated query. */
export interface Operation {
  readonly operationId: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** What the document says about a request: an operation, what is wrong with it, or null when it has no such path. */
export type Route = Operation | Problem | null;

/** Longer targets are not cached, so that they can't fill the memory. */
const MAX_CACHED_LENGTH = 500;

/**
 * Routes and validates requests by a form's document, with openapi-backend. The route depends only on method and target,
 * never on the key, so operations are cached by target.
 */
export class Router {
  readonly #api: OpenAPIBackend;
  readonly #cache = new LRUCache<string, Operation>({ max: 10_000 });

  private constructor(api: OpenAPIBackend) {
    this.#api = api;
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
      handlers: {
        notFound: (): Route => null,
        methodNotAllowed: ({ request }: Context): Route =>
          new Problem('method-not-allowed', `${request.method.toUpperCase()} is not allowed; use GET.`, {
            headers: { Allow: allowed },
          }),
        validationFail: invalidParameters,
        notImplemented: ({ operation, request }: Context): Route => ({
          operationId: operation.operationId as string,
          query: request.query,
        }),
      },
      // Authentication is a separate step, since a cached route serves every key.
      securityHandlers: { token: () => true },
    });
    await api.init();
    return new Router(api);
  }

  /** HEAD is routed as GET. */
  route({ method, url: target = '' }: IncomingMessage): Route | Promise<Route> {
    if (method !== 'GET' && method !== 'HEAD') return this.#decide(method as string, target);
    return this.#cache.get(target) ?? this.#decide('GET', target);
  }

  async #decide(method: string, target: string): Promise<Route> {
    const [path, search] = splitTarget(target);
    const operation = this.#api.matchOperation({ method, path, headers: {} });
    if (operation === undefined) return this.#api.handleRequest({ method, path, headers: {} });
    const { query, errors } = readQuery(search, (operation.parameters ?? []) as readonly Parameter[]);
    if (errors.length > 0) return badParameters(errors);
    const route: Route = await this.#api.handleRequest({ method, path, query, headers: {} });
    const isOperation = route !== null && !(route instanceof Problem);
    if (method === 'GET' && isOperation && target.length <= MAX_CACHED_LENGTH) this.#cache.set(target, route);
    return route;
  }
}

function invalidParameters(context: Context): Problem {
  const parameters = (context.operation.parameters ?? []) as readonly Parameter[];
  const names = new Set(
    (context.validation.errors ?? []).map(({ instancePath }) => instancePath.split('/')[2] ?? ''),
  );
  const errors = parameters
    .filter(({ name }) => names.has(name))
    .map((parameter) => ({
      parameter: parameter.name,
      message: parameterMessage(parameter, String(context.request.query[parameter.name])),
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
