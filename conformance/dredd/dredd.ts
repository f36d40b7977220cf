import { type Form, loadContract, resolvePointer } from '../contract/contract.ts';
import { isObject } from '../contract/json.ts';
import { limits } from '../safety/limits.ts';
import { isEnding, startThread, type Thread } from '../safety/thread.ts';
import type { DreddOrder, DreddReply, DreddVerdict } from './thread.ts';

/** The run of the contract-level stage. */
export interface DreddRun {
  /** Number of transactions in the document. */
  readonly expected: number;
  readonly verdicts: readonly DreddVerdict[];
  /** Why the stage itself cannot be trusted. */
  readonly broken?: string;
  /** Why Dredd did not finish, if a response made it fail or hang. */
  readonly unfinished?: string;
}

/** Dredd in a thread of its own. */
export interface Dredd {
  /** Checks what was received. One run at a time. */
  readonly check: (form: Form, sent: DreddOrder['sent'], timeoutMs: number) => Promise<DreddRun>;
  readonly end: () => Promise<void>;
}

/**
 * Starts Dredd. Loading it takes a second of processor time, so it loads while the first requests are sent, and checks run after run.
 * If a response makes it fail or hang, the next run gets a new thread.
 */
export function startDredd(): Dredd {
  const start = (): Thread<DreddOrder, DreddReply> => startThread('./thread', import.meta.url);
  let thread: Thread<DreddOrder, DreddReply> | undefined = start();
  return {
    check: async (form, sent, timeoutMs) => {
      const milliseconds = Math.min(limits.dreddMs, timeoutMs);
      thread ??= start();
      thread.send({ form, sent });
      const first = await thread.next(milliseconds);
      const reply = first === 'begun' ? await thread.next(milliseconds) : first;
      if (isEnding(reply)) thread = undefined;
      if (reply !== 'begun' && 'verdicts' in reply) return runOf(form, sent, reply);
      const [reason] = reply === 'begun' ? ['it began twice'] : reply.message.split('\n');
      const problem = `Dredd failed: ${reason}`;
      const nothing = { expected: countTransactions(form), verdicts: [] };
      if (first !== 'begun') return { ...nothing, broken: problem };
      return { ...nothing, unfinished: `${problem}; it did not check its transactions` };
    },
    end: async () => await thread?.end(),
  };
}

/** Collects Dredd's results. A run that checked less than it seems to is broken. */
export function runOf(
  form: Form,
  sent: DreddOrder['sent'],
  { verdicts, hooked }: Extract<DreddReply, { readonly hooked: unknown }>,
): DreddRun {
  const expected = countTransactions(form);
  const responded = [...sent.values()].filter(({ response }) => response !== undefined).length;
  const found = verdicts.length;
  const problem =
    found !== expected
      ? `Dredd found ${found} transactions, but the document has ${expected}`
      : hooked.before !== found
        ? `the hook before each transaction ran ${hooked.before} times for ${found} transactions`
        : hooked.validated !== responded
          ? `the hook before each validation ran ${hooked.validated} times for ${responded} responses`
          : undefined;
  return { expected, verdicts, ...(problem === undefined ? {} : { broken: problem }) };
}

/** One transaction for each path, response and media type; a response without content is one too. */
export function countTransactions(form: Form): number {
  const { document } = loadContract(form);
  const paths = valuesOf(document['paths']);
  const responses = paths.flatMap((path) => valuesOf(resolvePointer(path, '/get/responses')));
  return responses.reduce<number>((sum, response) => {
    const reference = isObject(response) ? response['$ref'] : undefined;
    const target = typeof reference === 'string' ? resolvePointer(document, reference.slice(1)) : response;
    return sum + Math.max(1, valuesOf(resolvePointer(target, '/content')).length);
  }, 0);
}

function valuesOf(node: unknown): readonly unknown[] {
  return isObject(node) ? Object.values(node) : [];
}
