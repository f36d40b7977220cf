import { monotonicSeconds, RateLimit, type RatePolicy, type Seconds } from '../http/rate-limit.ts';

/**
 * How many links may be asked for. A whole campus can have one address, and somebody with many addresses must not use up what the
 * service may mail.
 */
export const SIGN_IN_POLICIES = {
  network: { name: 'sign-in-network', count: 30, seconds: 600 },
  all: { name: 'sign-in', count: 300, seconds: 600 },
} as const satisfies Record<string, RatePolicy>;

/** Limits how many links are asked for, in one network and in all. */
export class SignInLimit {
  readonly #networks: RateLimit;
  readonly #all: RateLimit;

  constructor(now: Seconds = monotonicSeconds) {
    this.#networks = new RateLimit(SIGN_IN_POLICIES.network, now);
    this.#all = new RateLimit(SIGN_IN_POLICIES.all, now);
  }

  /** Counts a link and returns 0; or returns the seconds to wait. A refused network doesn't count for all. */
  admit(network: string): number {
    return this.#networks.admit(network) || this.#all.admit('');
  }
}
