import addFormats from 'ajv-formats';
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend';
import { type ContractDocument } from '../contract/load-document.ts';
import { BoundedMap } from './bounded-map.ts';
import { Problem } from './problem.ts';
import { type Parameter, parameterMessage, readQuery } from './query.ts';

/** What a request target means by the document: an operation with its validated query, or a problem. */
export type Route =
  | { readonly operationId: string; readonly query: Readonly<Record<string, unknown>> }
  | { readonly problem: Problem };

/**
 * Routes and validates requests by a form's document, on openapi-backend. The answer depends on method and target
 * alone, never on the key, so it is remembered for targets that come again.
 */
export class Router {
  readonly #api: OpenAPIBackend;
  readonly #remembered = new BoundedMap<string, Route>(10_000);

  private constructor(api: OpenAPIBackend) {
    this.#api = api;
  }

  static async load(document: ContractDocument): Promise<Router> {
    const api = new OpenAPIBackend({
      definition: document as unknown as Document,
      // openapi-backend checks documents against OpenAPI 3.0 only; `npm run contract -- --check` lints ours as 3.1.
      quick: true,
      coerceTypes: true,
      ajvOpts: { allErrors: true, useDefaults: true, strict: false },
      customizeAjv: (ajv) => addFormats.default(ajv),
      handlers: {
        notFound: ({ request }: Context): Route => ({
          problem: new Problem('not-found', `There is nothing at ${request.path}.`),
        }),
        methodNotAllowed: ({ request }: Context): Route => ({
          problem: new Problem(
            'method-not-allowed',
            `${request.method.toUpperCase()} is not allowed; use GET.`,
            {
              headers: { Allow: 'GET, HEAD, OPTIONS' },
            },
          ),
        }),
        validationFail: (context: Context): Route => ({ problem: invalidParameters(context) }),
        notImplemented: ({ operation, request }: Context): Route => ({
          operationId: operation.operationId as string,
          query: request.query,
        }),
      },
      // Who asks is found out before routing, since a remembered route serves every key.
      securityHandlers: { token: () => true },
    });
    await api.init();
    return new Router(api);
  }

  /** `target` is the path with the query, as it stands in the request line. HEAD is routed as GET. */
  async route(method: string, target: string): Promise<Route> {
    const asked = method === 'HEAD' ? 'GET' : method;
    const name = `${asked} ${target}`;
    const remembered = this.#remembered.get(name);
    if (remembered !== undefined) return remembered;
    const route = await this.#decide(asked, target);
    // Only what GET means is worth remembering; long targets would let strangers fill the memory.
    if (asked === 'GET' && target.length <= 500) this.#remembered.set(name, route);
    return route;
  }

  async #decide(method: string, target: string): Promise<Route> {
    const [path = '/', search = ''] = splitTarget(target);
    const operation = this.#api.matchOperation({ method, path, headers: {} });
    const parameters = (operation?.parameters ?? []) as readonly Parameter[];
    const read = operation === undefined ? { query: {}, errors: [] } : readQuery(search, parameters);
    if (read.errors.length > 0) return { problem: badParameters(read.errors) };
    return this.#api.handleRequest({ method, path, query: read.query, headers: {} });
  }
}

/** Path and query; scheme and host, which proxies may send with them (RFC 9112, 3.2.2), count for nothing. */
function splitTarget(target: string): readonly [string, string] {
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  return mark === -1 ? [local, ''] : [local.slice(0, mark), local.slice(mark + 1)];
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

function badParameters(errors: readonly { readonly parameter: string; readonly message: string }[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' ');
  return new Problem('invalid-parameter', detail, { errors });
}
