/** What is left of a key's quota, as the last answer told it. */
export interface Quota {
  readonly left: number;
  /** Seconds until it is full again. */
  readonly reset: number;
  /** Requests of a whole window, where the answer tells them. */
  readonly whole: number | null;
}

/** Below this many requests the page asks for nothing unless it is told to. */
export const RESERVE = 25;
const LEAST_SECONDS = 60;
const WITHOUT_QUOTA = 120;

/** Reads `RateLimit: "daily";r=962;t=41234` and its policy; null when the deployment does not tell. */
export function quotaOf(headers: Headers): Quota | null {
  const limit = headers.get('RateLimit') ?? '';
  const left = numberOf(limit, 'r');
  const reset = numberOf(limit, 't');
  if (left === null || reset === null) return null;
  return { left, reset, whole: numberOf(headers.get('RateLimit-Policy') ?? '', 'q') };
}

/**
 * Seconds until the next look of a page that updates itself, when the last one took `cost` requests; null when it should not
 * look at all. It spends at most half of what is left evenly over the rest of the day, so that the other half stays for
 * the key's owner, and never looks more than once a minute.
 */
export function secondsUntilNextLook(quota: Quota | null, cost: number): number | null {
  if (quota === null) return WITHOUT_QUOTA;
  if (quota.left <= RESERVE) return null;
  return Math.max(LEAST_SECONDS, Math.ceil((2 * cost * quota.reset) / quota.left));
}

/** Seconds to wait after the given number of failures in a row, or as long as the deployment asks for. */
export function secondsAfterFailure(failures: number, retryAfter: number | null): number {
  const own = Math.min(600, 15 * 2 ** Math.min(failures - 1, 10));
  return Math.max(retryAfter ?? 0, own);
}

/** `Retry-After` in seconds, from seconds or a date; null without. */
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
