/** A key's quota, as reported by the last response. */
export interface Quota {
  readonly remaining: number;
  /** Seconds until the quota is full again. */
  readonly reset: number;
  /** Requests per window. */
  readonly limit: number;
}

/** At this many remaining requests the page stops refreshing by itself until the quota resets. */
export const RESERVE = 25;
const MIN_SECONDS = 60;
const SECONDS_WITHOUT_QUOTA = 120;
/** Seconds until the next refresh for a visitor where people report: most requests are of the status only, and it is most often unchanged. */
export const SECONDS_WHILE_LIVE = 4;

/** Parses `RateLimit: "daily";r=962;t=41234` and `RateLimit-Policy`; null for responses without them, such as 503. */
export function quotaOf(headers: Headers): Quota | null {
  const fields = `${headers.get('RateLimit')}${headers.get('RateLimit-Policy')}`;
  const [remaining, reset, limit] = ['r', 't', 'q'].map((name) =>
    Number(new RegExp(`;${name}=(\\d+)`).exec(fields)?.[1] ?? Number.NaN),
  ) as [number, number, number];
  return Number.isNaN(remaining + reset + limit) ? null : { remaining, reset, limit };
}

/** Whether the remaining requests are left to the key's owner. */
export function isAtReserve({ remaining }: Quota): boolean {
  return remaining <= RESERVE;
}

/**
 * Seconds until the next refresh, when the last one took `cost` requests. Spreads at most half of the remaining quota evenly until it
 * resets, so that the key's owner has the other half. At the reserve, a minute after the quota resets. At least a minute.
 */
export function secondsUntilRefresh(quota: Quota | null, cost: number): number {
  if (quota === null) return SECONDS_WITHOUT_QUOTA;
  if (isAtReserve(quota)) return quota.reset + MIN_SECONDS;
  return Math.max(MIN_SECONDS, Math.ceil((2 * cost * quota.reset) / quota.remaining));
}

/** Seconds to wait after a number of consecutive failures: exponential backoff, or longer if `Retry-After` says so. */
export function secondsAfterFailure(failures: number, retryAfter: number | null): number {
  const backoff = Math.min(600, 15 * 2 ** Math.min(failures - 1, 10));
  return Math.max(retryAfter ?? 0, backoff);
}

/** `Retry-After` in seconds; null if absent, or if a proxy sends a date. */
export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('Retry-After') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
