import { type Chart, openWindowOf } from '../deployment/responses.ts';
import { HOUR, MINUTE, offsetOf, type VenueTime, type WallTime } from '../local-time.ts';

const QUARTER_HOUR = 15 * MINUTE;

/**
 * Local time during one day. Points are placed by instant and named in local time, so an hour that a clock change skips or
 * repeats is drawn correctly. The UTC offset at an instant is that of the last known timestamp before it; without any, that of the browser.
 */
export class DayClock {
  readonly #known: readonly (readonly [instant: number, offset: number])[];

  /** `chart`: that of the day, if it is known. `updated`: a further timestamp, if there is one. */
  constructor(chart: Chart | null, updated: string | null = null) {
    const window = chart && openWindowOf(chart);
    this.#known = [...(chart?.line ?? []), ...(chart?.scatter ?? [])]
      .map(({ t }) => t)
      .concat(window === null ? [] : [window.start, window.end], updated ?? [])
      .map((t) => [Date.parse(t), offsetOf(t)] as const)
      // The page for frames runs in browsers without `toSorted` and `findLast`.
      .sort(([a], [b]) => a - b)
      .filter(([, offset], index, all) => offset !== all[index - 1]?.[1]);
  }

  /** True if any timestamp is known. */
  get isKnown(): boolean {
    return this.#known.length > 0;
  }

  /** Milliseconds that local time is ahead of UTC. */
  offset(instant: number): number {
    const known = this.#known.filter(([at]) => at <= instant).at(-1) ?? this.#known[0];
    return known?.[1] ?? -new Date(instant).getTimezoneOffset() * MINUTE;
  }

  time(at: number): VenueTime {
    return { at, wall: this.wall(at) };
  }

  wall(instant: number): WallTime {
    return instant + this.offset(instant);
  }

  /** The full hour of local time at or before an instant. */
  floorHour(instant: number): number {
    return instant - (this.wall(instant) % HOUR);
  }

  /** The full hours of a span to label, at a step of as many hours as take `least` milliseconds. */
  hourTicks([start, end]: readonly [number, number], least: number): readonly Date[] {
    const step = [1, 2, 3, 4, 6].find((hours) => hours * HOUR >= least) ?? 12;
    const ticks: number[] = [];
    for (let at = Math.ceil(start / QUARTER_HOUR) * QUARTER_HOUR; at <= end; at += QUARTER_HOUR) {
      const wall = new Date(this.wall(at));
      if (wall.getUTCMinutes() === 0 && wall.getUTCHours() % step === 0) ticks.push(at);
    }
    return ticks.map((at) => new Date(at));
  }

  /** The first instant at which it is a local time, of two where the clock is put back; as much later where it is put forward over it. */
  instant(wall: WallTime): number {
    const found = this.#known.map(([, offset]) => wall - offset).find((at) => this.wall(at) === wall);
    return found ?? wall - this.offset(this.#known[0]?.[0] ?? wall);
  }

  /** The first instant of a date. */
  midnight(date: string): number {
    return this.instant(Date.parse(date));
  }
}
