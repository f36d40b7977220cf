import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { ParameterError } from '../service/bad-request.ts';
import type { Examples, Negotiate, NegotiatedRequest } from './negotiator.ts';

type Instance = ReturnType<typeof createInstance>;
type Operation = Parameters<Instance['request']>[1][number];
type Diagnostic = { readonly message: string; readonly path?: string[]; readonly code?: string | number };

const CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
} as const;

/**
 * Starts Prism with a document as JSON. It also validates the chosen example. The examples are computed for each request; where
 * there is none, Prism uses the one in the document.
 */
export async function openPrism(json: string): Promise<Negotiate> {
  const operations = await getHttpOperationsFromSpec(JSON.parse(json) as object);
  const instance = createInstance(CONFIG, { logger: createLogger('prism', { level: 'silent' }) });
  return async (request, examples, code) => {
    const resources = operations.map((operation) =>
      operation.path === request.path ? withExamples(operation, examples) : operation,
    );
    const mock = { dynamic: false, code };
    const result = await instance.request(requestOf(request), resources, { ...CONFIG, mock })();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    return {
      status: output.statusCode,
      body: output.body,
      parameterErrors: (validations.input as readonly Diagnostic[]).flatMap(parameterError),
      contractErrors: validations.output.map(({ message, path = [] }) => `${path.join('.')}: ${message}`),
    };
  };
}

function requestOf({ path, query, authorization }: NegotiatedRequest): Parameters<Instance['request']>[0] {
  const names = [...new Set(query.keys())].filter((name) => !name.startsWith('__'));
  return {
    method: 'get',
    url: { path, query: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) },
    // Without `Accept`: Prism would turn a requested error into a success if the client doesn't accept its type.
    headers: authorization === undefined ? {} : { authorization },
  };
}

function withExamples(operation: Operation, examples: Examples): Operation {
  const responses = operation.responses.map((response) => {
    const value = examples[Number(response.code)];
    if (value === undefined) return response;
    const contents = response.contents?.map((content) => ({
      ...content,
      examples: [{ id: 'now', key: 'now', value }],
    }));
    return { ...response, contents };
  });
  return { ...operation, responses } as Operation;
}

function parameterError({ message, path = [], code }: Diagnostic): readonly ParameterError[] {
  if (code === 401) return [];
  const parameter = path[1] ?? path[0] ?? 'request';
  return [{ parameter, message: message.replace(/^Request query parameter \S+ /, '') }];
}
