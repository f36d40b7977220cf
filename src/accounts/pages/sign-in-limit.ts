import { siteOf } from '../../service/http/client-network.ts';
import { monotonicSeconds, RateLimit, type RatePolicy, type Seconds } from '../../service/http/rate-limit.ts';

/**
 * How many links may be asked for. A whole campus can have one address; one home can have hundreds of IPv6 networks; and somebody with
 * many networks must not use up what the service may mail.
 */
export const SIGN_IN_POLICIES = {
  network: { name: 'sign-in-network', count: 30, seconds: 600 },
  site: { name: 'sign-in-site', count: 120, seconds: 600 },
  all: { name: 'sign-in', count: 300, seconds: 600 },
} as const satisfies Record<string, RatePolicy>;

/** Limits the forms that ask for links, in one network and in one site, and the links that are mailed in all. */
export class SignInLimit {
  readonly #networks: RateLimit;
  readonly #sites: RateLimit;
  readonly #all: RateLimit;

  constructor(now: Seconds = monotonicSeconds) {
    this.#networks = new RateLimit(SIGN_IN_POLICIES.network, now);
    this.#sites = new RateLimit(SIGN_IN_POLICIES.site, now);
    this.#all = new RateLimit(SIGN_IN_POLICIES.all, now);
  }

  /** Counts a form, and a link that may be mailed, and returns 0; or returns the seconds to wait. A refused form is no link. */
  admit(network: string): number {
    const site = siteOf(network);
    return (
      this.#networks.admit(network) || (site === null ? 0 : this.#sites.admit(site)) || this.#all.admit('')
    );
  }

  /** No link was mailed. It is counted before that is known, so that every address is refused alike. */
  giveBack(): void {
    this.#all.giveBack('');
  }
}
