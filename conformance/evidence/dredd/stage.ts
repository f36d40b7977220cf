import { type Form, inlinedSchema, loadContract } from '../../contract/contract.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { type Endpoint, isCsv, schemaPointerOf } from '../../contract/operations.ts';
import type { Exchange } from '../../requests/exchange.ts';
import { documentStepId, type Step } from '../../requests/steps.ts';
import type { DreddRun, DreddVerdict } from '../evidence.ts';
import { executeTransactions, type InstallHooks, installHooks, type Transaction } from './dredd.ts';
import { startRecorder, stepHeader } from './recorder.ts';

export interface DreddStage {
  readonly form: Form;
  readonly steps: readonly Step[];
  /** Sends a step's request; undefined if no more requests may be sent. */
  readonly send: (step: Step) => Promise<Exchange | undefined>;
  readonly redact: (text: string) => string;
  readonly timeoutMs: number;
  /** For tests that remove hooks or transactions. */
  readonly replaced?: {
    readonly install?: InstallHooks;
    /** The document for Dredd; expected transactions are still counted in the form's document. */
    readonly content?: string;
  };
}

/**
 * Runs the transactions of a form's document through Dredd: 200 and 401, which a client can trigger. Transactions with other
 * statuses are skipped and counted. Anything that would make the stage pass without checking is reported as `broken`.
 */
export async function runDredd(stage: DreddStage): Promise<DreddRun> {
  const { document, text } = loadContract(stage.form);
  const expected = countTransactions(document);
  const exchanges = new Map<string, Exchange>();
  const hooked = { before: 0, validated: 0 };
  const recorder = await startRecorder(async (id) => {
    const step = stage.steps.find((one) => one.id === id);
    const exchange = step === undefined ? undefined : await stage.send(step);
    if (exchange !== undefined) exchanges.set(id, exchange);
    return exchange;
  });
  try {
    const transactions = await executeTransactions({
      endpoint: recorder.url,
      location: `form-${stage.form}.yaml`,
      content: stage.replaced?.content ?? text,
      timeoutMs: stage.timeoutMs,
      install: stage.replaced?.install ?? installHooks,
      before: (transaction) => {
        hooked.before += 1;
        prepare(stage.form, transaction);
      },
      beforeValidation: (transaction) => {
        hooked.validated += 1;
        tolerateContentType(transaction);
      },
    });
    const verdicts = transactions.map((transaction) => verdictOf(transaction, exchanges, stage.redact));
    const ran = verdicts.filter(({ result }) => result !== 'skip').length;
    const responded = [...exchanges.values()].filter(({ response }) => response !== undefined).length;
    const problem =
      transactions.length !== expected
        ? `Dredd found ${transactions.length} transactions, but the document has ${expected}`
        : hooked.before !== transactions.length
          ? `the hook before each transaction ran ${hooked.before} times for ${transactions.length} transactions`
          : hooked.validated !== responded
            ? `the hook before each validation ran ${hooked.validated} times for ${responded} responses`
            : exchanges.size < stage.steps.length && ran === stage.steps.length
              ? `${ran} transactions ran, but only ${exchanges.size} requests were made`
              : undefined;
    return { expected, verdicts, ...(problem === undefined ? {} : { broken: problem }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { expected, verdicts: [], broken: stage.redact(`Dredd failed: ${message}`) };
  } finally {
    await recorder.close();
  }
}

/** One transaction for each path, response and media type; a response without content is one too. */
export function countTransactions(document: JsonObject): number {
  const paths = isObject(document['paths']) ? Object.values(document['paths']) : [];
  const operations = paths.flatMap((path) => (isObject(path) && isObject(path['get']) ? [path['get']] : []));
  return operations.reduce((sum, operation) => {
    const responses = isObject(operation['responses']) ? Object.values(operation['responses']) : [];
    return (
      sum +
      responses.reduce<number>((count, response) => count + Math.max(1, contentTypes(document, response)), 0)
    );
  }, 0);
}

function contentTypes(document: JsonObject, response: unknown): number {
  const reference = isObject(response) ? response['$ref'] : undefined;
  const components = isObject(document['components']) ? document['components'] : {};
  const shared = isObject(components['responses']) ? components['responses'] : {};
  const target = typeof reference === 'string' ? shared[reference.split('/').at(-1) ?? ''] : response;
  return isObject(target) && isObject(target['content']) ? Object.keys(target['content']).length : 0;
}

function prepare(form: Form, transaction: Transaction): void {
  const { expected, request } = transaction;
  const endpoint = endpointOf(transaction);
  const status = Number(expected.statusCode);
  if (status !== 200 && status !== 401) {
    transaction.skip = true;
    return;
  }
  // The client adds the key, to 200 transactions only
  for (const name of Object.keys(request.headers))
    if (name.toLowerCase() === 'authorization') delete request.headers[name];
  request.headers[stepHeader] = documentStepId(endpoint, status === 200 ? 'key' : 'none');
  // A deployment's data differ from the examples, and the body of a 401 is unspecified
  delete expected.body;
  delete expected.bodySchema;
  if (status === 401) expected.headers = {};
  else if (!isCsv(endpoint)) expected.bodySchema = schemaFor(form, endpoint);
}

/** The schema for Dredd's validator: draft 7, without references, and without keywords that it interprets differently. */
export function schemaFor(form: Form, endpoint: Endpoint): JsonObject {
  const schema = simplify(inlinedSchema(form, schemaPointerOf(form, endpoint) ?? ''));
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...(isObject(schema) ? schema : {}) };
}

const ignored = new Set([
  'format',
  'description',
  'examples',
  'example',
  'contentSchema',
  'contentMediaType',
  'x-gaps',
]);

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (!isObject(node)) return node;
  const { properties, ...rest } = node;
  const kept = Object.entries(rest).filter(([keyword]) => !ignored.has(keyword));
  const simple = Object.fromEntries(kept.map(([keyword, value]) => [keyword, simplify(value)]));
  if (!isObject(properties)) return simple;
  // Property names are not keywords
  return {
    ...simple,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, simplify(value)]),
    ),
  };
}

/** Dredd compares content types as text, so equivalent ones are made equal. */
function tolerateContentType({ expected, real }: Transaction): void {
  const name = Object.keys(expected.headers).find((one) => one.toLowerCase() === 'content-type');
  if (name === undefined || real === undefined) return;
  const actual =
    Object.entries(real.headers).find(([one]) => one.toLowerCase() === 'content-type')?.[1] ?? '';
  const media = actual.split(';')[0]?.trim().toLowerCase() ?? '';
  const wanted = expected.headers[name] ?? '';
  const json = wanted === 'application/json' && (media === 'application/json' || media.endsWith('+json'));
  const csv = wanted === 'text/csv' && media !== 'application/json' && media !== 'text/html';
  if (csv && actual === '') delete expected.headers[name];
  else if (json || csv) expected.headers[name] = actual;
}

function verdictOf(
  transaction: Transaction,
  exchanges: ReadonlyMap<string, Exchange>,
  redact: (text: string) => string,
): DreddVerdict {
  const exchange = exchanges.get(transaction.request.headers[stepHeader] ?? '');
  const status = transaction.test?.status;
  const unanswered = !transaction.skip && exchange?.response === undefined;
  const messages = (transaction.errors ?? []).map(({ message }) => redact(message).slice(0, 500));
  return {
    name: transaction.name,
    endpoint: endpointOf(transaction),
    expectedStatus: Number(transaction.expected.statusCode),
    result: transaction.skip || unanswered ? 'skip' : status === 'pass' ? 'pass' : 'fail',
    messages: unanswered ? ['no response'] : transaction.skip ? ['a client cannot trigger it'] : messages,
    ...(exchange === undefined ? {} : { exchange: exchange.number }),
  };
}

function endpointOf({ fullPath }: Transaction): Endpoint {
  const name = fullPath.split('?')[0]?.split('/').at(-1) ?? '';
  return name;
}
