import { DayClock } from '../chart/day-clock.ts';
import { addDays, dateOf, type VenueTime, type WallTime } from '../local-time.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { type Chart, type Form, formOf, isOpenAllDay, type Status } from './responses.ts';

/** The venue, with its latest status, today's chart and a typical week, and its local time, which no response has. */
export class Venue {
  status: Status | null = null;
  /** When the latest status arrived, in milliseconds of the browser. */
  receivedAt = 0;
  /** Null while it is not loaded. */
  typical: TypicalWeek | null = null;
  /** Milliseconds that the service's clock is ahead of the browser's. */
  #ahead = 0;
  /** Today's chart. */
  #chart: Chart | null = null;
  #clock = new DayClock(null);

  /** Takes the latest status, which arrived at a time of the browser. `ahead` as `Api` says. */
  noteStatus(status: Status, ahead: number, at = Date.now()): void {
    this.status = status;
    this.receivedAt = at;
    this.#ahead = ahead;
    this.#clock = new DayClock(this.#chart, status.last_updated);
  }

  /** Takes the chart of today. */
  noteChart(chart: Chart): void {
    this.#chart = chart;
    this.#clock = new DayClock(chart, this.status?.last_updated);
  }

  /** Null until today's chart has shown it. */
  get form(): Form | null {
    return this.#chart && formOf(this.#chart);
  }

  /** The time at the venue, at a time of the browser. */
  timeAt(browserTime: number): VenueTime {
    return this.#clock.time(browserTime + this.#ahead);
  }

  get now(): VenueTime {
    return this.timeAt(Date.now());
  }

  /** The instant of a local time. */
  instantOf(wall: WallTime): number {
    return this.#clock.instant(wall);
  }

  /** The date at the venue when the latest status arrived. */
  get today(): string {
    return dateOf(this.timeAt(this.receivedAt).wall);
  }

  daysAgo(days: number): string {
    return addDays(this.today, -days);
  }

  /** True if the chart is that of today; before it is loaded and after midnight, it isn't. */
  get hasChartOfToday(): boolean {
    return this.#chart?.line[0]?.t.startsWith(this.today) === true;
  }

  /** True if the venue is open on the whole of today. */
  get isOpenAllDay(): boolean {
    return this.#chart !== null && isOpenAllDay(this.#chart);
  }

  /** True if today's chart has no reports; false while it is not loaded. */
  get isWithoutReports(): boolean {
    return this.#chart?.scatter.length === 0;
  }

  /** Milliseconds that the venue's clock is ahead of UTC; null if unknown. */
  get offset(): number | null {
    return this.#clock.isKnown ? this.#clock.offset(this.now.at) : null;
  }
}
