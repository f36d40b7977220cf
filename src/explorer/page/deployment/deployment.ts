import { DayClock } from '../chart/day-clock.ts';
import { addDays, dateOf, type VenueTime, type WallTime, wallTimeOf } from '../local-time.ts';
import type { Api } from './api.ts';
import { instantAt } from './deployment-clock.ts';
import { notTheApi } from './failure.ts';
import { type Chart, type Form, formOf, isOpenAllDay, isStatus, type Status } from './responses.ts';

/** The form that the user chose, or `auto` to detect it. */
export type FormChoice = 'auto' | Form;

/** Reads a choice; `auto` if it is none. */
export function formChoiceOf(text: string): FormChoice {
  return text === '1' ? 1 : text === '2' ? 2 : 'auto';
}

/** The deployment that the page shows, with its form, latest status and local time. */
export class Deployment {
  readonly api: Api;
  readonly choice: FormChoice;
  #detectedForm: Form | null = null;
  #status: Status | null = null;
  #receivedAt = 0;
  #today: string | null = null;
  /** Today's chart. */
  #chart: Chart | null = null;
  #clock = new DayClock(null);
  /** Added to the clock so that its date is the date of today's chart. Not 0 where a closed venue replays another day. */
  #correction = 0;

  constructor(api: Api, choice: FormChoice) {
    this.api = api;
    this.choice = choice;
  }

  /** Null until it is detected. */
  get form(): Form | null {
    return this.choice === 'auto' ? this.#detectedForm : this.choice;
  }

  get status(): Status | null {
    return this.#status;
  }

  /** Requests the current estimate. Throws `Failure`. */
  async fetchStatus(): Promise<Status> {
    const status = await this.api.get('/api/v1/status');
    if (!isStatus(status)) throw notTheApi(this.api.baseUrl);
    this.#status = status;
    this.#receivedAt = Date.now();
    this.#clock = new DayClock(this.#chart, status.last_updated);
    // After midnight, the date comes from the clock until the next chart of today.
    if (this.#today !== null && this.#today < dateOf(this.wallTime())) this.#today = null;
    return status;
  }

  /** Detects the form from a chart, and the date from a chart of today. */
  noteChart(chart: Chart, isToday: boolean): void {
    this.#detectedForm = formOf(chart);
    const first = chart.line[0];
    if (!isToday || first === undefined) return;
    this.#chart = chart;
    this.#clock = new DayClock(chart, this.#status?.last_updated);
    this.#today = dateOf(wallTimeOf(first.t));
    this.#correction += Date.parse(this.#today) - Date.parse(dateOf(this.wallTime()));
  }

  /** Milliseconds since the latest status arrived. */
  get elapsed(): number {
    return Date.now() - this.#receivedAt;
  }

  /** The start of today if a closed venue replays another day, so that its time of day is unknown; otherwise null. */
  get replayedDay(): WallTime | null {
    const isReplay = this.#correction !== 0 && this.#status?.hours.is_open === false;
    return isReplay ? Date.parse(`${this.today}T00:00:00Z`) : null;
  }

  /** The time at the venue when the latest status arrived. */
  get received(): VenueTime {
    const [clock, status] = [this.#clock, this.#status];
    const at = status === null ? this.#receivedAt : instantAt(status, this.#receivedAt, clock);
    return clock.time(this.#correction === 0 ? at : clock.instant(clock.wall(at) + this.#correction));
  }

  /** The current time at the venue. */
  get now(): VenueTime {
    return this.#clock.time(this.received.at + this.elapsed);
  }

  wallTime(): WallTime {
    return this.now.wall;
  }

  /** Whether the venue is open on the whole of today. */
  get isOpenAllDay(): boolean {
    return this.#chart !== null && isOpenAllDay(this.#chart);
  }

  /** Whether today's chart has no reports; false while it is not loaded. */
  get isWithoutReports(): boolean {
    return this.#chart?.scatter.length === 0;
  }

  /** Whether the date comes from a chart of today; otherwise the browser's clock may be on another day. */
  get isTodayKnown(): boolean {
    return this.#today !== null;
  }

  /** The current date at the venue. */
  get today(): string {
    return this.#today ?? dateOf(this.wallTime());
  }

  daysAgo(days: number): string {
    return addDays(this.today, -days);
  }

  /** Milliseconds that the venue's clock is ahead of UTC; null if unknown. */
  get offset(): number | null {
    return this.#clock.isKnown ? this.#clock.offset(this.now.at) : null;
  }
}
