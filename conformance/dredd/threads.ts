import { startThread, type Thread } from '../safety/thread.ts';
import type { DreddOrder, DreddReply } from './thread.ts';

type DreddThread = Thread<DreddOrder, DreddReply>;

/** Starts a thread of Dredd, which runs one order after another. */
export function startDredd(): DreddThread {
  return startThread('./thread', import.meta.url);
}

/** The threads of Dredd. Loading Dredd takes a second of processor time, so runs after each other use the same one. */
export class DreddThreads {
  #idle: DreddThread | undefined;

  /** A thread without an order. */
  take(): DreddThread {
    const thread = this.#idle ?? startDredd();
    this.#idle = undefined;
    return thread;
  }

  /** Keeps a thread that has replied to its order, for the next run. */
  async keep(thread: DreddThread): Promise<void> {
    await this.#idle?.end();
    this.#idle = thread;
  }

  async end(): Promise<void> {
    await this.#idle?.end();
    this.#idle = undefined;
  }
}
