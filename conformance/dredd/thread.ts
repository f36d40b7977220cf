import { parentPort } from 'node:worker_threads';
import type { Form } from '../contract/contract.ts';
import type { Endpoint } from '../contract/operations.ts';
import { limits } from '../safety/limits.ts';
import { clipped } from '../safety/printable.ts';
import { type CompiledDocuments, executeTransactions, type Transaction } from './dredd.ts';
import { endpointOf, prepare, tolerateContentType } from './hooks.ts';
import { stepHeader } from './recorder.ts';

export type HookName = 'before' | 'beforeValidation';

/** What the thread of Dredd runs. */
export interface DreddOrder {
  readonly form: Form;
  readonly endpoint: string;
  readonly location: string;
  readonly content: string;
  /** Hooks to leave out, to test that this is noticed. */
  readonly without: readonly HookName[];
}

/** A transaction as Dredd checked it. */
export interface RunTransaction {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly expectedStatus: number;
  readonly step: string;
  readonly skipped: boolean;
  readonly passed: boolean;
  readonly messages: readonly string[];
}

/** What the thread of Dredd replies. */
export type DreddReply =
  | {
      readonly transactions: readonly RunTransaction[];
      readonly hooked: { readonly before: number; readonly validated: number };
    }
  | { readonly error: string };

const compiled: CompiledDocuments = new Map();

parentPort?.on('message', async (order: DreddOrder) => {
  parentPort?.postMessage(await reply(order, compiled));
});

async function reply(
  { form, endpoint, location, content, without }: DreddOrder,
  compiled: CompiledDocuments,
): Promise<DreddReply> {
  const hooked = { before: 0, validated: 0 };
  const before = (transaction: Transaction) => {
    hooked.before += 1;
    prepare(form, transaction);
  };
  const beforeValidation = (transaction: Transaction) => {
    hooked.validated += 1;
    tolerateContentType(transaction);
  };
  try {
    const transactions = await executeTransactions({
      endpoint,
      location,
      content,
      compiled,
      before: without.includes('before') ? undefined : before,
      beforeValidation: without.includes('beforeValidation') ? undefined : beforeValidation,
    });
    return { transactions: transactions.map(summaryOf), hooked };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const mostMessages = 100;

function summaryOf(transaction: Transaction): RunTransaction {
  return {
    name: transaction.name,
    endpoint: endpointOf(transaction),
    expectedStatus: Number(transaction.expected.statusCode),
    step: transaction.request.headers[stepHeader] ?? '',
    skipped: transaction.skip,
    passed: transaction.test?.status === 'pass',
    messages: messagesOf(transaction)
      .slice(0, mostMessages)
      .map((message) => clipped(message, limits.textLength)),
  };
}

/** Errors of the run, and the validator's errors, each with its place in the response. */
function messagesOf({ errors = [], results }: Transaction): readonly string[] {
  const found = Object.entries(results?.fields ?? {}).flatMap(([part, field]) =>
    (field.errors ?? []).map(({ message }) => `${part}: ${message}`),
  );
  return [...errors.map(({ message }) => message), ...found];
}
