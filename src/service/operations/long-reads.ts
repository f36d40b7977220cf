import type { TimeSlices } from './time-slices.ts';

/** How many long reads of one key, and of all keys, run at once; each holds a database connection. */
const MAX_RUNNING_OF_KEY = 3;
const MAX_RUNNING = 100;
/** How many more of one key may wait for their turn. */
const MAX_WAITING_OF_KEY = 50;

/** A key has too many long reads under way. */
export class TooManyReads extends Error {
  constructor() {
    super(
      `A key can have ${MAX_RUNNING_OF_KEY} exports and charts of several days in progress, and ${MAX_WAITING_OF_KEY} more waiting. Wait until one has ended.`,
    );
    this.name = 'TooManyReads';
  }
}

interface Waiting {
  readonly key: number;
  readonly start: () => void;
}

/**
 * Reads of any number of reports, one batch per slice of time. Only a few of each key run at once; the others wait, in
 * order of arrival (gap `concurrent-downloads`).
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

  /** The batches of a read that `open` starts for a key. Throws `TooManyReads`. */
  async *batches<Batch>(key: number, open: () => AsyncIterable<Batch>): AsyncGenerator<Batch, void, void> {
    await this.#begin(key);
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

  #begin(key: number): Promise<void> | undefined {
    if (this.#mayStart(key)) {
      this.#count(key, 1);
      return undefined;
    }
    if (this.#waiting.filter((other) => other.key === key).length >= MAX_WAITING_OF_KEY) {
      throw new TooManyReads();
    }
    return new Promise((start) => {
      this.#waiting.push({ key, start });
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
    return this.#total < MAX_RUNNING && (this.#running.get(key) ?? 0) < MAX_RUNNING_OF_KEY;
  }

  #count(key: number, change: 1 | -1): void {
    this.#total += change;
    const running = (this.#running.get(key) ?? 0) + change;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}
