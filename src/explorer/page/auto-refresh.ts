import type { Quota } from './deployment/api.ts';
import type { Failure } from './deployment/failure.ts';
import { duration } from './local-time.ts';
import { pluralize } from './words.ts';

/** At this many remaining requests the page stops refreshing by itself until the quota resets. */
export const RESERVE = 25;
const MIN_SECONDS = 60;
const SECONDS_WITHOUT_QUOTA = 120;
/** For a visitor where people report: most requests are of the status only, and it is most often unchanged. */
const SECONDS_WHILE_LIVE = 4;

/**
 * Seconds until the next refresh, when the last one took `cost` requests. Spreads at most half of the remaining quota evenly until it
 * resets, so that the key's owner has the other half. At the reserve, a minute after the quota resets. At least a minute.
 */
export function secondsUntilRefresh(quota: Quota | null, cost: number): number {
  if (quota === null) return SECONDS_WITHOUT_QUOTA;
  if (quota.remaining <= RESERVE) return quota.reset + MIN_SECONDS;
  return Math.max(MIN_SECONDS, Math.ceil((2 * cost * quota.reset) / quota.remaining));
}

/** Seconds to wait after a number of consecutive failures: exponential backoff, or longer if `Retry-After` says so. */
export function secondsAfterFailure(failures: number, retryAfter: number | null): number {
  return Math.max(retryAfter ?? 0, Math.min(600, 15 * 2 ** Math.min(failures - 1, 10)));
}

interface Options {
  readonly refresh: () => Promise<Failure | null>;
  readonly quota: () => Quota | null;
  /** How many requests the last refresh took. */
  readonly cost: () => number;
  /** True if the line can change at any moment, and requests are not counted. */
  readonly isLive: () => boolean;
  /** Gets the quota and the next refresh in words. */
  readonly say: (text: string) => void;
}

/**
 * Refreshes as often as the quota allows: never in a hidden tab, less often after failures, with the last requests of a quota only
 * after it has reset, and not at all after a failure that only the user can fix.
 */
export class AutoRefresh {
  readonly #options: Options;
  #timer: number | undefined;
  /** When the next refresh is due, in milliseconds; null if none is. */
  #due: number | null = null;
  #failures = 0;
  #isEnabled = true;
  #isRefreshing = false;
  /** True if another refresh was asked for during one, as with another key. */
  #isAskedAgain = false;

  constructor(options: Options) {
    this.#options = options;
    document.addEventListener('visibilitychange', () => this.#startTimer());
    window.addEventListener('online', () => {
      if (this.#due === null || this.#failures === 0) return;
      this.#due = Date.now();
      this.#startTimer();
    });
  }

  /** Refreshes immediately and schedules the next refresh. */
  async refreshNow(): Promise<void> {
    this.#isAskedAgain = this.#isRefreshing;
    if (this.#isRefreshing) return;
    window.clearTimeout(this.#timer);
    this.#isRefreshing = true;
    let failure: Failure | null;
    do {
      this.#isAskedAgain = false;
      failure = await this.#options.refresh();
    } while (this.#isAskedAgain);
    this.#isRefreshing = false;
    this.end(failure);
  }

  /** Schedules the next refresh after one, or after a request of the user that failed. */
  end(failure: Failure | null): void {
    this.#failures = failure === null ? 0 : this.#failures + 1;
    const seconds = this.#isEnabled && failure?.needsUser !== true ? this.#secondsAfter(failure) : null;
    this.#due = seconds === null ? null : Date.now() + seconds * 1000;
    this.#options.say(`${quotaText(this.#options.quota())}${refreshText(seconds, this.#isEnabled)}`);
    this.#startTimer();
  }

  setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
    if (isEnabled) void this.refreshNow();
    else this.end(null);
  }

  #secondsAfter(failure: Failure | null): number {
    const { cost, isLive, quota } = this.#options;
    if (failure !== null) return secondsAfterFailure(this.#failures, failure.retryAfter);
    return isLive() ? SECONDS_WHILE_LIVE : secondsUntilRefresh(quota(), cost());
  }

  /** Pauses in a hidden tab. A refresh that came due there runs as soon as the tab is visible again. */
  #startTimer(): void {
    window.clearTimeout(this.#timer);
    if (this.#due === null || document.hidden) return;
    this.#timer = window.setTimeout(() => void this.refreshNow(), Math.max(0, this.#due - Date.now()));
  }
}

function quotaText(quota: Quota | null): string {
  if (quota === null) return '';
  return `${quota.remaining.toLocaleString('en')} of ${pluralize(quota.limit, 'request')} left today. `;
}

function refreshText(seconds: number | null, isEnabled: boolean): string {
  if (!isEnabled) return 'Auto-refresh is off.';
  if (seconds === null) return '';
  const time = seconds < 120 ? `${seconds} s` : duration(seconds * 1000);
  return `Refreshes in ${time} while this tab is visible.`;
}
