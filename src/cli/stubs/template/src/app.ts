import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import { type Context as ApiContext, OpenAPIBackend } from 'openapi-backend';
import type { Authenticate } from './authenticate.ts';
import { handlers } from './generated/handlers.ts';
import { OPERATION_IDS } from './generated/operations.ts';
import { invalidParameters, type ParameterError, Problem, sendProblem, unauthorized } from './problem.ts';

export interface AppOptions {
  readonly authenticate: Authenticate;
  /** The base URL of the service for clients, without a trailing slash. */
  readonly publicUrl: string;
}

/** The service as an Express application: openapi.yaml routes and validates, src/operations computes the responses. */
export async function createApp({ authenticate, publicUrl }: AppOptions): Promise<Express> {
  const api = new OpenAPIBackend({
    definition: fileURLToPath(new URL('../openapi.yaml', import.meta.url)),
    strict: true,
    // openapi-backend can only validate OpenAPI 3.0 documents; this one is 3.1.
    quick: true,
    coerceTypes: true,
    ajvOpts: { allErrors: true, useDefaults: true, strict: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
    securityHandlers: {
      token: ({ request }: ApiContext) => authenticate(oneOf(request.headers['authorization'])),
    },
    handlers: {
      notFound: ({ request }: ApiContext) => {
        throw new Problem(404, 'The path does not exist', `The path ${request.path} does not exist.`);
      },
      methodNotAllowed: async ({ request }: ApiContext) => {
        await authenticate(oneOf(request.headers['authorization']));
        throw new Problem(405, 'The method is not allowed here', 'Use GET.', {
          headers: { Allow: 'GET, HEAD, OPTIONS' },
        });
      },
      unauthorizedHandler: ({ security }: ApiContext) => {
        throw (
          security?.['token']?.error ?? unauthorized('The document requires a different kind of credentials.')
        );
      },
      postSecurityHandler: (context: ApiContext) => {
        if (context.security?.['authorized']) rejectUnlessDigits(context);
      },
      validationFail: (context: ApiContext) => {
        throw invalidParameters(parameterErrors(context));
      },
    },
  });
  await api.init();
  for (const id of OPERATION_IDS) {
    api.register(id, ({ request, security }: ApiContext) =>
      handlers[id](request.query as never, { publicUrl, keyHash: security?.['token'] }),
    );
  }

  const app = express();
  app.disable('x-powered-by');
  app.use(crossOrigin);
  app.use(async ({ method, path, query, headers }, response) => {
    // HEAD is handled like GET; Node omits the body.
    const routedMethod = method === 'HEAD' ? 'GET' : method;
    const result: unknown = await api.handleRequest({
      method: routedMethod,
      path,
      query: query as Record<string, string | string[]>,
      headers: headers as Record<string, string | string[]>,
    });
    await send(response, result);
  });
  app.use(((error, _request, response, _next) => sendProblem(response, error)) satisfies ErrorRequestHandler);
  return app;
}

/**
 * Lets pages of any origin read responses. A preflight ends here, without a key, and allows every header it asks for: browsers add
 * no cookies, so a page can send nothing that other programs can't.
 */
const crossOrigin = cors({
  methods: ['GET', 'HEAD'],
  exposedHeaders: [
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'ETag',
    'Content-Disposition',
    'X-Request-Id',
  ],
  maxAge: 86_400,
});

/** Sends a body as JSON, or chunks of text as CSV, no faster than the client reads. */
async function send(response: Response, result: unknown): Promise<void> {
  response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' });
  if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
    response.type('text/csv').attachment('reports.csv');
    await pipeline(Readable.from(result as AsyncIterable<string>), response);
  } else {
    response.json(result);
  }
}

/** Ajv also takes `0x2`, `1.0` and ` 2` for integers; digits only make every service agree on what a number is. */
function rejectUnlessDigits({ operation, request }: ApiContext): void {
  const parameters = (operation.parameters ?? []) as readonly { name: string; schema: { type?: string } }[];
  const errors = parameters
    .filter(({ name, schema }) => {
      const value: unknown = request.query[name];
      return schema.type === 'integer' && typeof value === 'string' && !/^-?\d{1,15}$/.test(value);
    })
    .map(({ name }) => ({ parameter: name, message: 'must be integer' }));
  if (errors.length > 0) throw invalidParameters(errors);
}

/** The validation errors by parameter. */
function parameterErrors({ validation }: ApiContext): readonly ParameterError[] {
  return (validation?.errors ?? []).map(({ instancePath, params, message }) => {
    const unknown: unknown = params['additionalProperty'];
    return typeof unknown === 'string'
      ? { parameter: unknown, message: 'is not a parameter of this operation' }
      : { parameter: instancePath.split('/')[2] ?? 'query', message: message ?? 'is not allowed' };
  });
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
