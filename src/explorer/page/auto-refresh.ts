import type { Failure } from './deployment/failure.ts';
import {
  isAtReserve,
  type Quota,
  SECONDS_WHILE_LIVE,
  secondsAfterFailure,
  secondsUntilRefresh,
} from './deployment/quota.ts';
import { duration } from './local-time.ts';
import { pluralize } from './words.ts';

/** When the page refreshes next, or why it does not. */
export type Schedule =
  | { readonly kind: 'next'; readonly seconds: number }
  | { readonly kind: 'off' }
  | { readonly kind: 'reserve'; readonly remaining: number; readonly seconds: number }
  | { readonly kind: 'stopped' };

interface Options {
  readonly refresh: () => Promise<Failure | null>;
  readonly quota: () => Quota | null;
  /** How many requests the last refresh took. */
  readonly cost: () => number;
  /** Whether the line can change at any moment, and requests are not counted. */
  readonly isLive: () => boolean;
  readonly onSchedule: (schedule: Schedule) => void;
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
  /** Whether another refresh was asked for during one. */
  #isAskedAgain = false;
  /** A request of the user that failed during a refresh. */
  #noted: Failure | null = null;

  constructor(options: Options) {
    this.#options = options;
    document.addEventListener('visibilitychange', () => this.#startTimer());
    window.addEventListener('online', () => {
      // During a refresh, a part of it may have failed before.
      if (!this.#isRefreshing && (this.#due === null || this.#failures === 0)) return;
      if (document.hidden && !this.#isRefreshing) this.#due = Date.now();
      else void this.refreshNow();
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
      this.#noted = null;
      failure = await this.#options.refresh();
    } while (this.#isAskedAgain);
    this.#isRefreshing = false;
    this.#end(failure ?? this.#noted);
  }

  /** Reschedules after a request of the user failed, just as after a failed refresh. */
  noteFailure(failure: Failure): void {
    if (this.#isRefreshing) this.#noted = failure;
    else this.#end(failure);
  }

  setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
    if (isEnabled) void this.refreshNow();
    else this.#schedule(null);
  }

  #end(failure: Failure | null): void {
    this.#failures = failure === null ? 0 : this.#failures + 1;
    this.#schedule(failure);
  }

  #schedule(failure: Failure | null): void {
    const { cost, isLive, onSchedule } = this.#options;
    const quota = this.#options.quota();
    this.#due = null;
    window.clearTimeout(this.#timer);
    if (!this.#isEnabled) return onSchedule({ kind: 'off' });
    if (failure?.needsUser === true) return onSchedule({ kind: 'stopped' });
    const untilRefresh = isLive() ? SECONDS_WHILE_LIVE : secondsUntilRefresh(quota, cost());
    const seconds = failure === null ? untilRefresh : secondsAfterFailure(this.#failures, failure.retryAfter);
    this.#due = Date.now() + seconds * 1000;
    const isPaused = failure === null && quota !== null && isAtReserve(quota);
    onSchedule(
      isPaused ? { kind: 'reserve', remaining: quota.remaining, seconds } : { kind: 'next', seconds },
    );
    this.#startTimer();
  }

  /** Pauses in a hidden tab. A refresh that came due there runs as soon as the tab is visible again. */
  #startTimer(): void {
    window.clearTimeout(this.#timer);
    if (this.#due === null || document.hidden) return;
    this.#timer = window.setTimeout(() => void this.refreshNow(), Math.max(0, this.#due - Date.now()));
  }
}

/** What the footer says about the quota and the next refresh. */
export function scheduleText(schedule: Schedule, quota: Quota | null): string {
  const left =
    quota === null
      ? ''
      : `${quota.remaining.toLocaleString('en')} of ${pluralize(quota.limit, 'request')} left today. `;
  return `${left}${refreshText(schedule)}`;
}

function refreshText(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'next':
      return `Refreshes in ${timeText(schedule.seconds)} while this tab is visible.`;
    case 'reserve': {
      const requests = schedule.remaining === 1 ? 'request' : pluralize(schedule.remaining, 'request');
      return `Auto-refresh is paused to leave you the last ${requests}. It resumes in ${timeText(schedule.seconds)}.`;
    }
    case 'off':
      return 'Auto-refresh is off.';
    case 'stopped':
      return '';
  }
}

function timeText(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : duration(seconds * 1000);
}
