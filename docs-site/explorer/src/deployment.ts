import type { Api } from './api.ts';
import { wallTimeAt } from './deployment-clock.ts';
import { notTheApi } from './failure.ts';
import { addDays, dateOf, offsetOf, type WallTime, wallTimeOf } from './local-time.ts';
import { type Chart, type Form, formOf, looksLikeStatus, type Status } from './responses.ts';

/** What the person at the page says the form is, or that it is to be found out. */
export type FormChoice = 'auto' | Form;

/** The deployment that the page shows, and what is known of it. */
export class Deployment {
  readonly api: Api;
  readonly choice: FormChoice;
  #found: Form | null = null;
  #status: Status | null = null;
  #received = 0;
  #today: string | null = null;
  /** What the clock is put right by, so that its date is that of the chart of today: not 0 where a closed place replays another day. */
  #correction = 0;

  constructor(api: Api, choice: FormChoice) {
    this.api = api;
    this.choice = choice;
  }

  /** Null until it is found out. */
  get form(): Form | null {
    return this.choice === 'auto' ? this.#found : this.choice;
  }

  get status(): Status | null {
    return this.#status;
  }

  /** Asks for the line now. Throws `Failure`. */
  async look(): Promise<Status> {
    const status = await this.api.get('/api/v1/status');
    if (!looksLikeStatus(status)) throw notTheApi(this.api.baseUrl);
    this.#status = status;
    this.#received = Date.now();
    // After midnight the clock says it, until the next chart of today does.
    if (this.#today !== null && this.#today < dateOf(this.wallTime())) this.#today = null;
    return status;
  }

  /** Learns from a chart: the form, and from that of today the date. */
  learnFrom(chart: Chart, isToday: boolean): void {
    this.#found = formOf(chart);
    const first = chart.line[0];
    if (!isToday || first === undefined) return;
    this.#today = dateOf(wallTimeOf(first.t));
    this.#correction += Date.parse(this.#today) - Date.parse(dateOf(this.wallTime()));
  }

  /** What the line's clock shows now. */
  wallTime(): WallTime {
    if (this.#status === null) return Date.now();
    return wallTimeAt(this.#status, this.#received) + (Date.now() - this.#received) + this.#correction;
  }

  /** The line's own date. */
  get today(): string {
    return this.#today ?? dateOf(this.wallTime());
  }

  /** The date some days before today. */
  daysAgo(days: number): string {
    return addDays(this.today, -days);
  }

  /** Milliseconds that the line's clock is ahead of UTC; null when nothing told it. */
  get offset(): number | null {
    const updated = this.#status?.last_updated ?? null;
    return updated === null ? null : offsetOf(updated);
  }
}
