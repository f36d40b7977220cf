import type { TimeSlices } from './time-slices.ts';

/** How many long reads of one key, and of all keys, run at once; each holds a database connection. */
const MAX_RUNNING_OF_KEY = 3;
const MAX_RUNNING = 100;
/** How many more of one key may wait for their turn. */
const MAX_WAITING_OF_KEY = 50;

/** Milliseconds that a request may wait for its turns: clients and proxies give up after 30 seconds or more. */
const PATIENCE = 10_000;

/** A key has too many long reads under way. */
export class TooManyReads extends Error {
  override readonly name: string = 'TooManyReads';

  constructor(
    message = `A key can have ${MAX_RUNNING_OF_KEY} exports and charts of several days in progress, and ${MAX_WAITING_OF_KEY} more waiting. Wait until one has ended.`,
  ) {
    super(message);
  }
}

/** Others did not end in time. */
export class ReadsTakeLong extends TooManyReads {
  override readonly name = 'ReadsTakeLong';

  constructor(isOfKey: boolean) {
    const [running, whose] = isOfKey ? [MAX_RUNNING_OF_KEY, 'this key'] : [MAX_RUNNING, 'all keys'];
    super(
      `The request waited ${PATIENCE / 1000} s, because ${running} exports and charts of several days of ${whose} are in progress. Wait until one has ended.`,
    );
  }
}

/** A request for long reads. */
export interface Reader {
  readonly key: number;
  /** When it arrived, by `performance.now()`. */
  readonly since: number;
}

interface Waiting {
  readonly key: number;
  readonly start: () => void;
}

/**
 * Reads of any number of reports, one batch per slice of time. Only a few of each key run at once; the others wait, in
 * order of arrival, up to ten seconds (gap `concurrent-downloads`).
 */
export class LongReads {
  readonly #slices: TimeSlices;
  /** Reads under way by key. */
  readonly #running = new Map<number, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  constructor(slices: TimeSlices) {
    this.#slices = slices;
  }

  /** The batches of a read that `open` starts for a request. Throws `TooManyReads`. */
  async *batches<Batch>(
    { key, since }: Reader,
    open: () => AsyncIterable<Batch>,
  ): AsyncGenerator<Batch, void, void> {
    await this.#begin(key, since + PATIENCE);
    try {
      await this.#slices.next();
      for await (const batch of open()) {
        yield batch;
        await this.#slices.next();
      }
    } finally {
      this.#end(key);
    }
  }

  #begin(key: number, deadline: number): Promise<void> | undefined {
    if (this.#mayStart(key)) {
      this.#count(key, 1);
      return undefined;
    }
    if (this.#waiting.filter((other) => other.key === key).length >= MAX_WAITING_OF_KEY) {
      throw new TooManyReads();
    }
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        refuse(new ReadsTakeLong(this.#runningOf(key) === MAX_RUNNING_OF_KEY));
      }, deadline - performance.now());
      const waiting = {
        key,
        start() {
          clearTimeout(timer);
          start();
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #end(key: number): void {
    this.#count(key, -1);
    const next = this.#waiting.find((waiting) => this.#mayStart(waiting.key));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    this.#count(next.key, 1);
    next.start();
  }

  #mayStart(key: number): boolean {
    return this.#total < MAX_RUNNING && this.#runningOf(key) < MAX_RUNNING_OF_KEY;
  }

  #runningOf(key: number): number {
    return this.#running.get(key) ?? 0;
  }

  #count(key: number, change: 1 | -1): void {
    this.#total += change;
    const running = this.#runningOf(key) + change;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}
