import type { Steps } from '../domain/steps.ts';

/** The least time, in milliseconds, that a computation runs before it waits for its next turn. */
const SLICE = 1;

/**
 * Shares the event loop between long computations: in each turn of the loop one of them runs for one slice, in order
 * of arrival. However many there are, a short request waits for one slice.
 */
export class TimeSlices {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the caller may run for a slice. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  async run<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      await this.next();
      const end = performance.now() + SLICE;
      do {
        const { done, value } = steps.next();
        if (done === true) return value;
      } while (performance.now() < end);
    }
  }

  #schedule(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
