import { createRequire } from 'node:module';
import { isObject } from '../../contract/json.ts';

/** The members of a Dredd transaction that the gate reads or sets. */
export interface Transaction {
  readonly name: string;
  readonly fullPath: string;
  readonly request: { readonly method: string; headers: Record<string, string> };
  readonly expected: {
    statusCode: string;
    headers: Record<string, string>;
    body?: string;
    bodySchema?: unknown;
  };
  readonly real?: {
    readonly statusCode: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly errors?: readonly { readonly message: string }[];
  readonly test?: { readonly status: string; readonly results?: unknown };
  skip: boolean;
}

type Hook = (transaction: Transaction) => void;

interface Hooks {
  readonly beforeEachHooks: Hook[];
  readonly beforeEachValidationHooks: Hook[];
}

interface DreddInstance {
  readonly transactionRunner: {
    executeAllTransactions: (
      transactions: Transaction[],
      hooks: Hooks,
      done: (error?: Error) => void,
    ) => void;
  };
  readonly run: (done: (error: Error | null) => void) => void;
}

/** Installs the gate's two hooks in Dredd. */
export type InstallHooks = (hooks: Hooks, options: Pick<DreddOptions, 'before' | 'beforeValidation'>) => void;

export interface DreddOptions {
  readonly endpoint: string;
  readonly location: string;
  readonly content: string;
  readonly timeoutMs: number;
  /** Runs on each transaction before it is sent. */
  readonly before: Hook;
  /** Runs on each transaction with a response, before Dredd validates it. */
  readonly beforeValidation: Hook;
  readonly install: InstallHooks;
}

const require = createRequire(import.meta.url);

/**
 * Runs Dredd in process and returns its transactions. Rejects if Dredd itself fails. Hooks are installed by wrapping the
 * runner, since a hook file that fails to load would go unnoticed. Nothing is printed, since its reporters show headers.
 */
export async function executeTransactions(options: DreddOptions): Promise<readonly Transaction[]> {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    const Dredd = readConstructor();
    const dredd = new Dredd({
      endpoint: options.endpoint,
      path: [],
      apiDescriptions: [{ location: options.location, content: options.content }],
      loglevel: 'silent',
    });
    return await new Promise((resolve, reject) => {
      let transactions: readonly Transaction[] = [];
      const timer = setTimeout(() => reject(new Error('Dredd did not finish in time')), options.timeoutMs);
      const { transactionRunner } = dredd;
      const execute = transactionRunner.executeAllTransactions.bind(transactionRunner);
      transactionRunner.executeAllTransactions = (all, hooks, done) => {
        transactions = all;
        options.install(hooks, options);
        execute(all, hooks, done);
      };
      dredd.run((error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(transactions);
      });
    });
  } finally {
    process.noDeprecation = noDeprecation ?? false;
  }
}

/** Adds both hooks to the ones that run for every transaction. */
export function installHooks(
  hooks: Hooks,
  { before, beforeValidation }: Pick<DreddOptions, 'before' | 'beforeValidation'>,
): void {
  hooks.beforeEachHooks.push((transaction) => before(transaction));
  hooks.beforeEachValidationHooks.push((transaction) => beforeValidation(transaction));
}

/** Loads Dredd without the warning about its logger's circular imports; every other warning is passed on. */
function loadDredd(): unknown {
  const { emitWarning } = process;
  process.emitWarning = (...args: unknown[]) => {
    if (String(args[0]).includes("property 'padLevels' of module exports inside circular")) return;
    Reflect.apply(emitWarning, process, args);
  };
  try {
    return require('dredd');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function readConstructor(): new (config: object) => DreddInstance {
  const loaded = loadDredd();
  const output: unknown = require('dredd/build/reporters/reporterOutputLogger');
  const logger = isObject(output) ? output['default'] : undefined;
  const transports = isObject(logger) && isObject(logger['transports']) ? logger['transports'] : {};
  if (isObject(transports['console'])) (transports['console'] as { silent?: boolean }).silent = true;
  const runner = isObject(loaded) && 'default' in loaded ? loaded['default'] : loaded;
  if (typeof runner !== 'function') throw new Error('the package dredd exports no constructor');
  return runner as new (
    config: object,
  ) => DreddInstance;
}
