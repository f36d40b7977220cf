import { createRequire } from 'node:module';
import { isObject } from '../contract/json.ts';

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
  /** What its validator found, by the part of the response. */
  readonly results?: {
    readonly fields?: Readonly<Record<string, { readonly errors?: readonly { readonly message: string }[] }>>;
  };
  readonly test?: { readonly status: string };
  skip: boolean;
}

type Hook = (transaction: Transaction) => void;

interface Hooks {
  readonly beforeEachHooks: Hook[];
  readonly beforeEachValidationHooks: Hook[];
}

/** A document as Dredd compiled it. */
interface CompiledDocument {
  readonly location: string;
  readonly mediaType: string;
  readonly transactions: readonly unknown[];
  readonly annotations: readonly unknown[];
}

/** The documents that a thread has compiled, by their text: compiling one takes 40 ms of processor time. */
export type CompiledDocuments = Map<string, readonly CompiledDocument[]>;

interface DreddInstance {
  prepareAPIdescriptions: (
    done: (error: Error | null, documents?: readonly CompiledDocument[]) => void,
  ) => void;
  readonly transactionRunner: {
    executeAllTransactions: (
      transactions: Transaction[],
      hooks: Hooks,
      done: (error?: Error) => void,
    ) => void;
  };
  readonly run: (done: (error: Error | null) => void) => void;
}

export interface DreddOptions {
  readonly endpoint: string;
  readonly location: string;
  readonly content: string;
  /** Runs on each transaction before it is sent; undefined leaves the hook out, to test that this is noticed. */
  readonly before: Hook | undefined;
  /** Runs on each transaction with a response, before Dredd validates it. */
  readonly beforeValidation: Hook | undefined;
  /** Where to find and keep the compiled document. */
  readonly compiled: CompiledDocuments;
}

const require = createRequire(import.meta.url);

/**
 * Runs Dredd in this thread and returns its transactions. Rejects if Dredd itself fails. Hooks are installed by wrapping the
 * runner, since a hook file that fails to load would go unnoticed. Nothing is printed, since its reporters show headers.
 */
export async function executeTransactions(options: DreddOptions): Promise<readonly Transaction[]> {
  process.noDeprecation = true;
  const Dredd = readConstructor();
  const dredd = new Dredd({
    endpoint: options.endpoint,
    path: [],
    apiDescriptions: [{ location: options.location, content: options.content }],
    loglevel: 'silent',
  });
  compileOnce(dredd, options);
  return await new Promise((resolve, reject) => {
    let transactions: readonly Transaction[] = [];
    const { transactionRunner } = dredd;
    const execute = transactionRunner.executeAllTransactions.bind(transactionRunner);
    transactionRunner.executeAllTransactions = (all, hooks, done) => {
      transactions = all;
      if (options.before !== undefined) hooks.beforeEachHooks.push(options.before);
      if (options.beforeValidation !== undefined)
        hooks.beforeEachValidationHooks.push(options.beforeValidation);
      execute(all, hooks, done);
    };
    dredd.run((error) => {
      if (error) reject(error);
      else resolve(transactions);
    });
  });
}

/** Has Dredd compile a text once only; each run gets a copy, since hooks change transactions. */
function compileOnce(dredd: DreddInstance, { content, compiled }: DreddOptions): void {
  const compile = dredd.prepareAPIdescriptions.bind(dredd);
  dredd.prepareAPIdescriptions = (done) => {
    const known = compiled.get(content);
    if (known !== undefined) return done(null, structuredClone(known));
    compile((error, documents = []) => {
      if (error) return done(error);
      const kept = documents.map(needed);
      compiled.set(content, kept);
      done(null, structuredClone(kept));
    });
  };
}

/** Leaves out the parsed document, which is large and only needed to compile. */
function needed({ location, mediaType, transactions, annotations }: CompiledDocument): CompiledDocument {
  return { location, mediaType, transactions, annotations };
}

/** Whether a warning is the one about the circular imports of Dredd's logger. */
export function isLoggerWarning(warning: unknown): boolean {
  return String(warning).includes("property 'padLevels' of module exports inside circular");
}

/** Loads Dredd without the warning about its logger's circular imports; every other warning is passed on. */
function loadDredd(): unknown {
  const { emitWarning } = process;
  process.emitWarning = (...args: unknown[]) => {
    if (isLoggerWarning(args[0])) return;
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
