/** Finds out whether the server responds. One slow statement or lost connection is no outage. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between attempts to reconnect, in milliseconds: doubled each time. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;

/** An outage begins when a probe fails, which something doubtful causes, and ends when one succeeds. */
export class Availability {
  readonly #probe: () => Promise<void>;
  readonly #lost: (error: unknown) => void;
  readonly #stopping = new AbortController();
  #state: 'responding' | 'in doubt' | 'away' = 'responding';

  /** `probe` rejects if the server does not respond. `lost` is called when an outage begins, with the probe's error. */
  constructor(probe: () => Promise<void>, lost: (error: unknown) => void) {
    this.#probe = probe;
    this.#lost = lost;
  }

  get isAway(): boolean {
    return this.#state === 'away';
  }

  /** Probes the server, unless a probe runs already. Does nothing during an outage. */
  doubt(): void {
    if (this.#state !== 'responding' || this.#stopping.signal.aborted) return;
    this.#state = 'in doubt';
    void this.#untilItResponds();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #untilItResponds(): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
      try {
        await this.#probe();
        this.#state = 'responding';
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (this.#state === 'in doubt') {
          this.#state = 'away';
          this.#lost(error);
        }
      }
      // Random, so that many processes do not reconnect at the same instant. Rejects when stopped, which ends the loop.
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { ref: false, signal }).catch(
        () => undefined,
      );
    }
  }
}
