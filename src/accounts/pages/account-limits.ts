import type { RatePolicies } from '../../service/http/server/rate-limit.ts';

/**
 * How many links may be asked for: a whole campus can have one address; one home can have hundreds of IPv6 networks; and somebody with
 * many networks must not use up what the service may mail. And how often accounts may be created and changed.
 */
export const ACCOUNT_POLICIES = {
  /** Forms that ask for a link, in one network. */
  'sign-in-network': { count: 30, seconds: 600 },
  /** In one site. */
  'sign-in-site': { count: 120, seconds: 600 },
  /** Links that are mailed in all. */
  'sign-in': { count: 300, seconds: 600 },
  /**
   * New accounts of the mail hosts below one eligible domain. Whoever runs such a host has addresses without end; the addresses of the
   * domain itself are the university's.
   */
  'new-accounts': { count: 100, seconds: 86_400 },
  /** Changes and exports of an account. Each change of a key ends the cached responses of everybody, and an event is kept for 400 days. */
  account: { count: 60, seconds: 600 },
} as const satisfies RatePolicies;
