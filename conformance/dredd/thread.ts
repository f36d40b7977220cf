import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { type Form, loadContract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/operations.ts';
import type { Exchange } from '../requests/exchange.ts';
import { clipped } from '../safety/printable.ts';
import { beforeEach, beforeEachValidation, endpointOf, statusOf, stepOf, type Transaction } from './hooks.ts';

/** A run that Dredd's thread checks. */
export interface DreddOrder {
  readonly form: Form;
  /** The requests of the document that were sent, by step. */
  readonly sent: ReadonlyMap<string, Exchange>;
}

/** Dredd's result for one transaction. */
export interface DreddVerdict {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly expectedStatus: number;
  readonly result: 'pass' | 'fail' | 'skip';
  readonly messages: readonly string[];
  /** Exchange that it checked. */
  readonly exchange?: number;
}

/** `begun` comes first if there is a response; what goes wrong before is not its fault. */
export type DreddReply =
  | 'begun'
  | {
      readonly verdicts: readonly DreddVerdict[];
      /** How often the hooks ran. */
      readonly hooked: { readonly before: number; readonly validated: number };
    }
  | { readonly message: string };

type Found = { readonly errors?: readonly { readonly message: string }[] };
/** A transaction after its run, with what the validator found, by the part of the response. */
type Checked = Transaction &
  Found & {
    readonly results?: { readonly fields?: Readonly<Record<string, Found>> };
    readonly test?: { readonly status: string };
  };
type Hook = (transaction: Transaction) => void;
type Hooks = { readonly beforeEachHooks: Hook[]; readonly beforeEachValidationHooks: Hook[] };
interface Dredd {
  readonly transactionRunner: {
    executeAllTransactions: (all: readonly Checked[], hooks: Hooks, done: (error?: Error) => void) => void;
  };
  readonly run: (done: (error: Error | null) => void) => void;
}

// The only warnings in this thread are about Dredd's old packages
process.removeAllListeners('warning');
const require = createRequire(import.meta.url);
const DreddClass: new (config: object) => Dredd = require('dredd');
// Its reporters show headers, and nobody reads them
const { default: reporters }: { default: { transports: { console: { silent: boolean } } } } =
  require('dredd/build/reporters/reporterOutputLogger');
Object.assign(reporters.transports['console'], { silent: true });

parentPort?.on('message', async (order: DreddOrder) => {
  const failed = (error: unknown) => ({ message: error instanceof Error ? error.message : String(error) });
  parentPort?.postMessage((await check(order).catch(failed)) satisfies DreddReply);
});

/** Runs Dredd on a server that has the recorded responses: Dredd never has the key, and sends the deployment nothing. */
async function check({ form, sent }: DreddOrder): Promise<DreddReply> {
  let hasBegun = false;
  const server = createServer(({ url = '' }, response) => {
    if (!hasBegun) parentPort?.postMessage('begun' satisfies DreddReply);
    hasBegun = true;
    const { status = 404, headers = {}, body } = sent.get(url.slice(1))?.response ?? {};
    const type = headers['content-type'];
    // No server can send a final status below 200
    response
      .writeHead(status < 200 ? 500 : status, type === undefined ? {} : { 'content-type': type })
      .end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const hooked = { before: 0, validated: 0 };
  try {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const transactions = await run(endpoint, form, {
      beforeEach: (transaction) => {
        hooked.before += 1;
        beforeEach(form, transaction);
        const step = stepOf(transaction);
        transaction.skip = step === null || sent.get(step)?.response === undefined;
      },
      beforeEachValidation: (transaction) => {
        hooked.validated += 1;
        beforeEachValidation(transaction);
      },
    });
    return { verdicts: transactions.map((one) => verdictOf(one, sent)), hooked };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/**
 * Runs Dredd and returns its transactions. Rejects if Dredd itself fails. The hooks are handed to its runner, since its loader of hook
 * files finds none in a bundle, and says nothing of a file that it cannot load.
 */
async function run(
  endpoint: string,
  form: Form,
  hooks: { readonly beforeEach: Hook; readonly beforeEachValidation: Hook },
): Promise<readonly Checked[]> {
  const dredd = new DreddClass({
    endpoint,
    path: [],
    apiDescriptions: [
      { location: `form-${form}.json`, content: JSON.stringify(loadContract(form).document) },
    ],
    loglevel: 'silent',
  });
  return await new Promise((resolve, reject) => {
    let transactions: readonly Checked[] = [];
    const { transactionRunner } = dredd;
    const execute = transactionRunner.executeAllTransactions.bind(transactionRunner);
    transactionRunner.executeAllTransactions = (all, registered, done) => {
      transactions = all;
      registered.beforeEachHooks.push(hooks.beforeEach);
      registered.beforeEachValidationHooks.push(hooks.beforeEachValidation);
      execute(all, registered, done);
    };
    dredd.run((error) => (error ? reject(error) : resolve(transactions)));
  });
}

const longestMessage = 500;
const mostMessages = 100;

function verdictOf(transaction: Checked, sent: DreddOrder['sent']): DreddVerdict {
  const { name, errors = [], results = {}, test } = transaction;
  const step = stepOf(transaction);
  const exchange = step === null ? undefined : sent.get(step);
  const found = Object.entries(results.fields ?? {}).flatMap(([part, field]) =>
    (field.errors ?? []).map(({ message }) => `${part}: ${message}`),
  );
  const isSkipped = exchange?.response === undefined;
  const skipped = step === null ? 'a client cannot trigger it' : 'no response';
  const messages = isSkipped ? [skipped] : [...errors.map(({ message }) => message), ...found];
  return {
    name,
    endpoint: endpointOf(transaction),
    expectedStatus: statusOf(transaction),
    result: isSkipped ? 'skip' : test?.status === 'pass' ? 'pass' : 'fail',
    messages: messages.slice(0, mostMessages).map((message) => clipped(message, longestMessage)),
    ...(exchange === undefined ? {} : { exchange: exchange.number }),
  };
}
