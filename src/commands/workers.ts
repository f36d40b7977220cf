import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Micros } from '../domain/micros.ts';
import { OperatorError } from './failure.ts';

/** Service processes that share one address, as their parent sees them. */
export interface Workers {
  readonly port: number;
  /** Lets every worker end in order. */
  close(): Promise<void>;
}

/** How long the parent waits before it replaces a worker, in milliseconds: one that cannot start shall not keep the machine busy. */
const PAUSE = 1000;

/**
 * Starts `count` processes of this very command, which serve one address on one database: quota and data are the
 * database's, so they are one. Returns once all listen; one that ends later is replaced. Throws when one cannot start,
 * after it has said why. `now` tells the service's time where it is not the machine's, so that a worker that comes later
 * begins at the time the others have reached.
 */
export async function startWorkers(count: number, now: (() => Micros) | null): Promise<Workers> {
  const running = new Set<Worker>();
  let closing = false;

  const fork = (): Worker => {
    const asOf =
      now === null ? [] : ['--as-of', Temporal.Instant.fromEpochMilliseconds(now() / 1000).toString()];
    // Of an option that is given twice the last counts.
    cluster.setupPrimary({ args: [...process.argv.slice(2), ...asOf] });
    const worker = cluster.fork();
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    return worker;
  };
  const close = async (): Promise<void> => {
    closing = true;
    const ended = [...running].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of running) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  };
  const replace = async (code: number | null, signal: string | null): Promise<void> => {
    if (closing) return;
    console.error(`headcount: a worker ended (${signal ?? `code ${code}`}); another takes its place`);
    await sleep(PAUSE);
    if (!closing) fork().once('exit', replace);
  };

  try {
    const workers = Array.from({ length: count }, fork);
    const ports = await Promise.all(workers.map(listening));
    for (const worker of workers) {
      if (worker.isDead()) throw failedToStart();
      worker.once('exit', replace);
    }
    return { port: ports[0] as number, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Has a worker end in order when its parent says so; Ctrl-C in a terminal reaches both, and is the parent's to judge. */
export function onParentsWord(stop: () => Promise<void>): void {
  process.on('SIGINT', () => undefined);
  process.once('SIGTERM', () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port));
    worker.once('exit', () => reject(failedToStart()));
  });
}

function failedToStart(): OperatorError {
  return new OperatorError('a worker could not start; its reason stands above');
}
