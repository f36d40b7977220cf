import { type Form, loadContract } from '../contract/contract.ts';
import { isObject, type JsonObject } from '../contract/json.ts';
import type { Exchange } from '../requests/exchange.ts';
import type { Step } from '../requests/steps.ts';
import { limits } from '../safety/limits.ts';
import { clipped } from '../safety/printable.ts';
import { type Ending, isEnding } from '../safety/thread.ts';
import { contentOf, documentForDredd } from './document-for-dredd.ts';
import type { DreddRun, DreddVerdict } from './dredd-run.ts';
import { startRecorder } from './recorder.ts';
import type { DreddReply, HookName, RunTransaction } from './thread.ts';
import { type DreddThreads, startDredd } from './threads.ts';

export interface DreddStage {
  readonly form: Form;
  readonly steps: readonly Step[];
  /** Sends a step's request; undefined if no more requests may be sent. */
  readonly send: (step: Step) => Promise<Exchange | undefined>;
  readonly redact: (text: string) => string;
  readonly timeoutMs: number;
  /** Milliseconds that Dredd may take for all responses together. */
  readonly idleMs?: number;
  /** Where to take the thread from and keep it, for more runs; default a thread of this run's own. */
  readonly threads?: DreddThreads;
  /** For tests that remove hooks or transactions. */
  readonly replaced?: {
    readonly without?: readonly HookName[];
    /** The document for Dredd; expected transactions are still counted in the form's document. */
    readonly content?: string;
  };
}

/**
 * Runs the transactions of a form's document through Dredd: 200 and 401, which a client can trigger. Transactions with other
 * statuses are skipped and counted. Anything that would make the stage pass without checking is reported as `broken`. Dredd
 * has a thread of its own; if a response makes it fail or hang, the run is `unfinished`, and the rest is sent without it.
 */
export async function runDredd(stage: DreddStage): Promise<DreddRun> {
  const { document } = loadContract(stage.form);
  const expected = countTransactions(document);
  const exchanges = new Map<string, Exchange>();
  const reply = await replyOf(stage, JSON.stringify(documentForDredd(document)), exchanges);
  if ('transactions' in reply) return judged(stage, expected, exchanges, reply);
  const [reason] = ('error' in reply ? reply.error : reply.message).split('\n');
  const problem = stage.redact(`Dredd failed: ${reason}`);
  if ([...exchanges.values()].every(({ response }) => response === undefined))
    return { expected, verdicts: [], broken: problem };
  for (const step of stage.steps) if (!exchanges.has(step.id)) await stage.send(step);
  return { expected, verdicts: [], unfinished: `${problem}; it did not check its transactions` };
}

/** Runs Dredd in a thread, and records the exchanges that it caused. */
async function replyOf(
  stage: DreddStage,
  content: string,
  exchanges: Map<string, Exchange>,
): Promise<DreddReply | Ending> {
  const idleMs = stage.idleMs ?? limits.dreddIdleMs;
  let underway = 0;
  let idle = 0;
  let idleSince = Number.POSITIVE_INFINITY;
  const recorder = await startRecorder(async (id) => {
    if (underway === 0) idle += Math.max(0, Date.now() - idleSince);
    underway += 1;
    try {
      const step = stage.steps.find((one) => one.id === id);
      const exchange = step === undefined ? undefined : await stage.send(step);
      if (exchange !== undefined) exchanges.set(id, exchange);
      return exchange;
    } finally {
      underway -= 1;
      idleSince = Date.now();
    }
  });
  const thread = stage.threads?.take() ?? startDredd();
  let hasStalled = false;
  const watch = setInterval(() => {
    hasStalled = underway === 0 && idle + Date.now() - idleSince > idleMs;
    if (hasStalled) void thread.end();
  }, idleMs / 20);
  try {
    thread.send({
      form: stage.form,
      endpoint: recorder.url,
      location: `form-${stage.form}.json`,
      content: stage.replaced?.content ?? content,
      without: stage.replaced?.without ?? [],
    });
    const reply = await thread.next(stage.timeoutMs);
    clearInterval(watch);
    if (!isEnding(reply)) await stage.threads?.keep(thread);
    if (!isEnding(reply) || !hasStalled) return reply;
    return { ended: 'time', message: `it took longer than ${idleMs / 1000} s for the responses` };
  } finally {
    clearInterval(watch);
    if (stage.threads === undefined) await thread.end();
    await recorder.close();
  }
}

function judged(
  stage: DreddStage,
  expected: number,
  exchanges: ReadonlyMap<string, Exchange>,
  { transactions, hooked }: Extract<DreddReply, { transactions: unknown }>,
): DreddRun {
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
  const content = contentOf(document, response);
  return isObject(content) ? Object.keys(content).length : 0;
}

const longestMessage = 500;

function verdictOf(
  { name, endpoint, expectedStatus, step, skipped, passed, messages }: RunTransaction,
  exchanges: ReadonlyMap<string, Exchange>,
  redact: (text: string) => string,
): DreddVerdict {
  const exchange = exchanges.get(step);
  const unanswered = !skipped && exchange?.response === undefined;
  return {
    name,
    endpoint,
    expectedStatus,
    result: skipped || unanswered ? 'skip' : passed ? 'pass' : 'fail',
    messages: unanswered
      ? ['no response']
      : skipped
        ? ['a client cannot trigger it']
        : messages.map((message) => clipped(redact(message), longestMessage)),
    ...(exchange === undefined ? {} : { exchange: exchange.number }),
  };
}
