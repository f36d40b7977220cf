import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limits } from './limits.ts';
import { printableLines } from './printable.ts';

/** Why a thread gave no reply. `failed` is a mistake in its code, the other two what it was given to work on. */
export type Ending = { readonly ended: 'time' | 'memory' | 'failed'; readonly message: string };

/** A worker thread that can be ended while it computes. */
export interface Thread<Order, Reply> {
  readonly send: (order: Order) => void;
  /** The next reply, or why there is none after at most that many milliseconds; the thread is over then. */
  readonly next: (milliseconds: number) => Promise<Reply | Ending>;
  readonly end: () => Promise<void>;
}

/**
 * Starts a module as a thread.
 * @param name The module, relative to `base` and without its extension, which is `.js` once the project is built.
 */
export function startThread<Order, Reply>(name: string, base: string): Thread<Order, Reply> {
  const worker = new Worker(new URL(`${name}${extname(base)}`, base), {
    ...(process.execArgv.some(isForPrograms) ? { execArgv: [] } : {}),
    // Dredd's thread requests from a server of its own, at 127.0.0.1, which a proxy could not reach
    env: { ...process.env, NO_PROXY: '*', no_proxy: '*' },
    resourceLimits: { maxOldGenerationSizeMb: limits.threadMegabytes, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (chunk) => process.stderr.write(`${printableLines(String(chunk)).trimEnd()}\n`));
  const replies: (Reply | Ending)[] = [];
  let over: Ending | undefined;
  let failure: Ending | undefined;
  let waiting: (() => void) | undefined;
  const add = (reply: Reply | Ending) => {
    replies.push(reply);
    waiting?.();
  };
  const finish = (ending: Ending) => {
    if (over !== undefined) return;
    over = ending;
    add(ending);
  };
  worker.on('message', add);
  worker.on('messageerror', (error) => finish({ ended: 'failed', message: String(error) }));
  worker.on('error', (error) => {
    failure = endingOf(error);
  });
  // Messages that were posted before an error may arrive after it, but all arrive before the exit.
  worker.on('exit', (code) =>
    finish(failure ?? { ended: 'failed', message: `the thread ended with ${code}` }),
  );
  const next = async (milliseconds: number): Promise<Reply | Ending> => {
    if (replies.length === 0 && over === undefined)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          finish({ ended: 'time', message: `it took longer than ${milliseconds / 1000} s` });
        }, milliseconds);
        waiting = () => {
          clearTimeout(timer);
          waiting = undefined;
          resolve();
        };
      });
    const reply = replies.shift() ?? over ?? { ended: 'failed', message: 'the thread is over' };
    if (over !== undefined) await worker.terminate();
    return reply;
  };
  return {
    send: (order) => worker.postMessage(order),
    next,
    end: async () => {
      finish({ ended: 'failed', message: 'the thread was ended' });
      await worker.terminate();
    },
  };
}

/** Checks whether a flag of Node tells how to read a program that is not a file. Threads would refuse it. */
function isForPrograms(flag: string): boolean {
  return flag.startsWith('--input-type');
}

/** Checks whether a reply says that the thread is over. */
export function isEnding(reply: unknown): reply is Ending {
  return typeof reply === 'object' && reply !== null && 'ended' in reply;
}

function endingOf(error: unknown): Ending {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isMemory) return { ended: 'memory', message: `it needed more than ${limits.threadMegabytes} MB` };
  return {
    ended: 'failed',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
