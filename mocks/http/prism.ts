import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { Negotiate } from './respond.ts';

type Operation = Parameters<ReturnType<typeof createInstance>['request']>[1][number];

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
 * Starts Prism with a document as JSON. Its examples are replaced by the bodies of each request. It gets no query: the service in memory
 * reads it, since a deployment may allow more than the document.
 */
export async function openPrism(json: string): Promise<Negotiate> {
  const operations = await getHttpOperationsFromSpec(JSON.parse(json) as object);
  const instance = createInstance(CONFIG, { logger: createLogger('prism', { level: 'silent' }) });
  return async ({ path, authorization }, bodies, code) => {
    const resources = operations.map((operation) =>
      operation.path === path ? withBodies(operation, bodies) : operation,
    );
    // Without `Accept`: Prism would turn a requested error into a success if the client doesn't accept its type.
    const headers = authorization === undefined ? {} : { authorization };
    const request = { method: 'get', url: { path }, headers } as const;
    const mock = { dynamic: false, code };
    const result = await instance.request(request, resources, { ...CONFIG, mock })();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    return {
      status: output.statusCode,
      body: output.body,
      contractErrors: validations.output.map(({ message, path: at = [] }) => `${at.join('.')}: ${message}`),
    };
  };
}

function withBodies(operation: Operation, bodies: Readonly<Record<number, unknown>>): Operation {
  const responses = operation.responses.map((response) => {
    const value = bodies[Number(response.code)];
    if (value === undefined) return response;
    const contents = response.contents?.map((content) => ({
      ...content,
      examples: [{ id: 'now', key: 'now', value }],
    }));
    return { ...response, contents };
  });
  return { ...operation, responses } as Operation;
}
