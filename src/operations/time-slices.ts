import type { Steps } from '../domain/steps.ts';

/** The least time, in milliseconds, that a computation runs before it waits for its next turn. */
const SLICE = 1;

/** Milliseconds that are left for requests after a slice, if any arrived meanwhile. */
const PAUSE = 1;

/**
 * Shares the event loop between long computations: one of them at a time runs for one slice, in order
 * of arrival. However many there are, a short request waits for one slice; and while requests arrive, there is a pause after each.
 */
export class TimeSlices {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  /** Called for each request. */
  requestArrived(): void {
    this.#isBusy = true;
  }

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
    const resume = (): void => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    };
    if (this.#isBusy) setTimeout(resume, PAUSE);
    else setImmediate(resume);
    this.#isBusy = false;
  }
}
