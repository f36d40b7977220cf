import { type Chart, openWindowOf } from '../deployment/responses.ts';
import { HOUR, offsetOf, type WallTime } from '../local-time.ts';

/**
 * Local time during one day. Points are placed by instant and named in local time, so an hour that a clock change skips or
 * repeats is drawn correctly. The UTC offset at an instant is that of the chart's last timestamp before it.
 */
export class DayClock {
  readonly #known: readonly (readonly [instant: number, offset: number])[];

  constructor(chart: Chart) {
    const window = openWindowOf(chart);
    this.#known = [...chart.line, ...chart.scatter]
      .map(({ t }) => t)
      .concat(window === null ? [] : [window.start, window.end])
      .map((t) => [Date.parse(t), offsetOf(t)] as const)
      .toSorted(([a], [b]) => a - b)
      .filter(([, offset], index, all) => offset !== all[index - 1]?.[1]);
  }

  /** Milliseconds that local time is ahead of UTC; 0 for a chart without timestamps. */
  offset(instant: number): number {
    return (this.#known.findLast(([at]) => at <= instant) ?? this.#known[0] ?? [0, 0])[1];
  }

  wall(instant: number): WallTime {
    return instant + this.offset(instant);
  }

  /** The instants at which it is a local time, earliest first: two where the clock was put back, none where it was put forward. */
  instants(wall: WallTime): readonly number[] {
    const offsets = this.#known.length === 0 ? [0] : [...new Set(this.#known.map(([, offset]) => offset))];
    return offsets.map((offset) => wall - offset).filter((instant) => this.wall(instant) === wall);
  }

  /** The full hour of local time at or before an instant. */
  floorHour(instant: number): number {
    return instant - (this.wall(instant) % HOUR);
  }

  /** The first instant at which it is a local time; as much later where the clock is put forward over it. */
  instant(wall: WallTime): number {
    return this.instants(wall)[0] ?? wall - this.offset(-Infinity);
  }

  /** The first instant of a date. */
  midnight(date: string): number {
    return this.instant(Date.parse(`${date}T00:00:00Z`));
  }
}
