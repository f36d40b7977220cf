import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { parse } from 'yaml';
import type { ParameterError } from './problem.ts';

type Instance = ReturnType<typeof createInstance>;
type Operation = Parameters<Instance['request']>[1][number];
type Diagnostic = { readonly message: string; readonly path?: string[]; readonly code?: string | number };

/** A GET request as Prism judges it. */
export interface Question {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
}

/** What Prism answered. */
export interface PrismAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What is wrong with the request's parameters. */
  readonly parameterErrors: readonly ParameterError[];
  /** How the answer breaks the contract; empty unless the mock is at fault. */
  readonly breaches: readonly string[];
}

/** What Prism answers a request with, by status; it chooses. */
export type Examples = Readonly<Record<number, unknown>>;

/** An address of the contract. */
export interface Endpoint {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: readonly string[];
}

/**
 * Prism on a form's document. It finds the operation, wants credentials, validates parameters and negotiates the answer among
 * examples, and validates that as well; the examples are made for each request instead of those written in the document.
 */
export interface Prism {
  readonly endpoints: readonly Endpoint[];
  ask(question: Question, examples: Examples, code: number | null): Promise<PrismAnswer>;
}

const CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
} as const;

/** Starts Prism on the text of a document. */
export async function openPrism(document: string): Promise<Prism> {
  const operations = (await getHttpOperationsFromSpec(parse(document) as object)).map(withServerError);
  const instance = createInstance(CONFIG, { logger: createLogger('prism', { level: 'silent' }) });
  return {
    endpoints: operations.map(({ iid = '', path, request }) => ({
      operationId: iid,
      path,
      parameters: (request?.query ?? []).map(({ name }) => name),
    })),
    async ask(question, examples, code) {
      const resources = operations.map((operation) =>
        operation.path === question.path ? withExamples(operation, examples) : operation,
      );
      const mock = { dynamic: false, ...(code === null ? {} : { code }) };
      const result = await instance.request(requestOf(question), resources, { ...CONFIG, mock })();
      if (result._tag === 'Left') throw result.left;
      const { output, validations } = result.right;
      return {
        status: output.statusCode,
        body: output.body,
        parameterErrors: (validations.input as readonly Diagnostic[]).flatMap(parameterError),
        breaches: validations.output.map(({ message, path = [] }) => `${path.join('.')}: ${message}`),
      };
    },
  };
}

function requestOf({ path, query, authorization }: Question): Parameters<Instance['request']>[0] {
  const names = [...new Set(query.keys())].filter((name) => !name.startsWith('__'));
  return {
    method: 'get',
    url: { path, query: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) },
    // Not what the client accepts: an error asked for would turn into a success where its type is not listed.
    headers: authorization === undefined ? {} : { authorization },
  };
}

/** The document promises no server error, but a client should be tried on one. */
function withServerError(operation: Operation): Operation {
  const likeIt = operation.responses.find(({ code }) => code === '400');
  if (likeIt === undefined) return operation;
  return {
    ...operation,
    responses: [...operation.responses, { ...likeIt, id: '500', code: '500' }],
  } as Operation;
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
