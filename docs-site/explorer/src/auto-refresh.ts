import type { Failure } from './failure.ts';
import { type Quota, RESERVE, secondsAfterFailure, secondsUntilNextLook } from './quota.ts';

/** What the page does by itself, for people to read. */
export type Plan =
  | { readonly kind: 'next'; readonly seconds: number }
  | { readonly kind: 'off' }
  | { readonly kind: 'reserve'; readonly left: number }
  | { readonly kind: 'stopped' };

/**
 * Looks again and again, as often as the quota allows: never in a hidden tab, later after failures, and not at all when
 * only the person at the page can help.
 */
export class Live {
  readonly #look: () => Promise<Failure | null>;
  readonly #quota: () => Quota | null;
  readonly #cost: () => number;
  readonly #tell: (plan: Plan) => void;
  #timer: number | undefined;
  /** When the next look is due, in milliseconds; null when none is. */
  #due: number | null = null;
  #failures = 0;
  #isLooking = false;
  /** Whether another deployment was chosen during a look. */
  #isAskedAgain = false;
  #isOn = true;

  constructor(about: {
    readonly look: () => Promise<Failure | null>;
    readonly quota: () => Quota | null;
    /** Requests that a look like the last one takes. */
    readonly cost: () => number;
    readonly tell: (plan: Plan) => void;
  }) {
    this.#look = about.look;
    this.#quota = about.quota;
    this.#cost = about.cost;
    this.#tell = about.tell;
    document.addEventListener('visibilitychange', () => this.#wait());
    window.addEventListener('online', () => {
      if (this.#due !== null && this.#failures > 0) void this.now();
    });
  }

  /** Looks at once, and goes on from there. */
  async now(): Promise<void> {
    this.#isAskedAgain = this.#isLooking;
    if (this.#isLooking) return;
    window.clearTimeout(this.#timer);
    this.#isLooking = true;
    let failure: Failure | null = null;
    try {
      do {
        this.#isAskedAgain = false;
        failure = await this.#look();
      } while (this.#isAskedAgain);
    } finally {
      this.#isLooking = false;
      this.#failures = failure === null ? 0 : this.#failures + 1;
      this.#plan(failure);
    }
  }

  /** Something that the person at the page asked for failed: goes on as after a look that did. */
  failed(failure: Failure): void {
    if (this.#isLooking) return;
    this.#failures += 1;
    this.#plan(failure);
  }

  turn(isOn: boolean): void {
    this.#isOn = isOn;
    if (!isOn) {
      this.#due = null;
      window.clearTimeout(this.#timer);
      this.#tell({ kind: 'off' });
    } else void this.now();
  }

  #plan(failure: Failure | null): void {
    const quota = this.#quota();
    this.#due = null;
    if (!this.#isOn) return this.#tell({ kind: 'off' });
    if (failure?.needsPerson === true) return this.#tell({ kind: 'stopped' });
    const seconds =
      failure === null
        ? secondsUntilNextLook(quota, this.#cost())
        : secondsAfterFailure(this.#failures, failure.retryAfter);
    if (seconds === null) return this.#tell({ kind: 'reserve', left: quota?.left ?? RESERVE });
    this.#due = Date.now() + seconds * 1000;
    this.#tell({ kind: 'next', seconds });
    this.#wait();
  }

  /** In a hidden tab nothing happens; back in sight, what is overdue happens at once. */
  #wait(): void {
    window.clearTimeout(this.#timer);
    if (this.#due === null || document.hidden) return;
    this.#timer = window.setTimeout(() => void this.now(), Math.max(0, this.#due - Date.now()));
  }
}
