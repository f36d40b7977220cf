/** A key's quota, as reported by the last response. */
export interface Quota {
  readonly remaining: number;
  /** Seconds until the quota is full again. */
  readonly reset: number;
  /** Requests per window; null where the response does not say. */
  readonly limit: number | null;
}

/** At this many remaining requests the page stops refreshing by itself until the quota resets. */
export const RESERVE = 25;
const MIN_SECONDS = 60;
const SECONDS_WITHOUT_QUOTA = 120;
/** Seconds until the next refresh for a visitor where people report: most requests are of the status only, and it is most often unchanged. */
export const SECONDS_WHILE_LIVE = 4;

/** Parses `RateLimit: "daily";r=962;t=41234` and `RateLimit-Policy`; null if the deployment sends neither. */
export function quotaOf(headers: Headers): Quota | null {
  const limit = headers.get('RateLimit') ?? '';
  const remaining = numberOf(limit, 'r');
  const reset = numberOf(limit, 't');
  if (remaining === null || reset === null) return null;
  return { remaining, reset, limit: numberOf(headers.get('RateLimit-Policy') ?? '', 'q') };
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

/** `Retry-After` in seconds, given as seconds or as a date; null if absent or invalid. */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

function numberOf(field: string, name: string): number | null {
  const [, digits] = new RegExp(`;\\s*${name}=(\\d+)`).exec(field) ?? [];
  return digits === undefined ? null : Number(digits);
}
