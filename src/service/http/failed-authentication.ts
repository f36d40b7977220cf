import type { IncomingMessage } from 'node:http';
import { ClientNetworks } from './client-network.ts';
import type { RequestRecord } from './observer.ts';
import { Problem } from './problem.ts';
import { RateLimit, type RatePolicy, refusalFields, type Seconds } from './rate-limit.ts';

/**
 * Requests without a valid key in one network: a whole campus can have one address, and a run of the gate sends 18 (gap
 * `failed-authentication`).
 */
export const FAILURE_POLICY = { name: 'failures', count: 300, seconds: 100 } as const satisfies RatePolicy;

/** Limits how often authentication fails in a network, and notes the client's address for the log. Valid keys never wait. */
export class FailedAuthentication {
  readonly #networks: ClientNetworks;
  readonly #limit: RateLimit;

  /** `trustedProxies`: addresses or ranges whose forwarding headers count. */
  constructor(trustedProxies: readonly string[], now?: Seconds) {
    this.#networks = new ClientNetworks(trustedProxies);
    this.#limit = new RateLimit(FAILURE_POLICY, now);
  }

  /** The error that the client gets for an error: an `unauthorized` problem counts, and becomes a `too-many-failures` problem beyond the limit. */
  count(error: unknown, request: IncomingMessage, record: RequestRecord): unknown {
    if (!(error instanceof Problem) || error.code !== 'unauthorized') return error;
    // A valid key at a venue that it is not for.
    if (record.key !== undefined) return error;
    record.client = this.#networks.addressOf(request);
    const wait = this.#limit.admit(this.#networks.of(request));
    return wait === 0 ? error : tooManyFailures(wait);
  }
}

function tooManyFailures(wait: number): Problem {
  const detail =
    'Your network has sent too many requests without a valid key. Requests with a valid key are not affected. ' +
    `Check your key, and retry in ${wait} s.`;
  return new Problem('too-many-failures', detail, {
    headers: refusalFields(FAILURE_POLICY, wait),
    violatedPolicies: [FAILURE_POLICY.name],
  });
}
