import type { LocalTime } from './local-time.ts';
import { PlainAverage } from './plain-average.ts';
import type { Tally } from './report.ts';

/** Reports added up by local hour and weekday: what patterns are made of. Those of two spans can be merged. */
export class PatternSums {
  /** 24 of them, midnight first. */
  readonly hours: readonly PlainAverage[] = Array.from({ length: 24 }, () => new PlainAverage());
  /** Seven of them, Monday first. */
  readonly weekdays: readonly PlainAverage[] = Array.from({ length: 7 }, () => new PlainAverage());

  static of(tallies: Iterable<Tally>, time: LocalTime): PatternSums {
    const sums = new PatternSums();
    for (const tally of tallies) sums.add(tally, time);
    return sums;
  }

  /** A tally belongs to the hour and the weekday its quarter begins in. */
  add(tally: Tally, time: LocalTime): void {
    this.hours[time.hour(tally.start)]?.add(tally);
    this.weekdays[time.weekday(tally.start)]?.add(tally);
  }

  merge(other: PatternSums): void {
    for (const [hour, average] of this.hours.entries()) average.merge(other.hours[hour] as PlainAverage);
    for (const [weekday, average] of this.weekdays.entries()) {
      average.merge(other.weekdays[weekday] as PlainAverage);
    }
  }
}
