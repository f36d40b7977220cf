import { setImmediate } from 'node:timers/promises';
import {
  type Expectations,
  type Experience,
  expectationsOf,
  learn,
  learnedFrom,
  NO_EXPERIENCE,
} from '../domain/experience.ts';
import type { LocalTime } from '../domain/local-time.ts';
import { MINUTE, type Micros } from '../domain/micros.ts';
import { openSpans } from '../domain/opening-hours.ts';
import type { Tally } from '../domain/report.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { ReportReader } from '../store/store.ts';
import type { Moment } from './moment.ts';

interface Learned {
  /** The first day that was learned, and the first that was not. */
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly experience: Experience;
  /** Tells whether reports of those days have changed. */
  readonly mark: number;
  /** The moment's `data` and the minute at which that was looked at last. */
  readonly data: number;
  readonly minute: number;
  readonly expectations: Expectations;
}

/**
 * What the days before a moment's day teach of the venue. It is worked out once a local day, one past day at a time with
 * turns for others in between, and anew when reports of past days have been added. The same
 * reports give the same expectations, whenever a process was started.
 */
export class Experiences {
  readonly #store: Pick<ReportReader, 'sightings' | 'tallies'>;
  readonly #time: LocalTime;
  readonly #timetable: Timetable;
  #learned: Learned | null = null;
  #underWay: Promise<Learned> | null = null;

  constructor(store: Pick<ReportReader, 'sightings' | 'tallies'>, time: LocalTime, timetable: Timetable) {
    this.#store = store;
    this.#time = time;
    this.#timetable = timetable;
  }

  /** What to expect on the moment's day; reports that join past days count from the next minute on. */
  async before(moment: Moment): Promise<Expectations> {
    const known = this.#learned;
    if (known !== null && known.until.equals(moment.today) && isChecked(known, moment)) {
      return known.expectations;
    }
    this.#underWay ??= this.#learn(moment, known).finally(() => {
      this.#underWay = null;
    });
    const learned = await this.#underWay;
    // Two days may be asked for at once, around midnight.
    return learned.until.equals(moment.today) ? learned.expectations : this.before(moment);
  }

  async #learn({ today, now, data }: Moment, known: Learned | null): Promise<Learned> {
    const from = learnedFrom(today);
    // Looked at before the reports: what comes in between is found the next time.
    const mark = await this.#mark(from, today);
    let day = from;
    let experience = NO_EXPERIENCE;
    if (known?.from.equals(from) && Temporal.PlainDate.compare(known.until, today) <= 0) {
      const same = known.until.equals(today) ? mark : await this.#mark(from, known.until);
      if (same === known.mark) ({ until: day, experience } = known);
    }
    for (; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
      const span = this.#time.day(day);
      const sightings = await this.#store.sightings(span);
      if (sightings.length === 0) continue;
      const openings = openSpans(this.#timetable, this.#time, span);
      experience = learn(experience, { openings, sightings }, this.#time);
      await setImmediate();
    }
    const expectations =
      experience === known?.experience ? known.expectations : expectationsOf(experience, this.#time);
    this.#learned = { from, until: today, experience, mark, data, minute: minuteOf(now), expectations };
    return this.#learned;
  }

  async #mark(from: Temporal.PlainDate, until: Temporal.PlainDate): Promise<number> {
    const span = { start: this.#time.startOfDay(from), end: this.#time.startOfDay(until) };
    return markOf(await this.#store.tallies(span));
  }
}

function isChecked(known: Learned, { now, data }: Moment): boolean {
  return known.data === data || known.minute === minuteOf(now);
}

function minuteOf(now: Micros): number {
  return Math.floor(now / MINUTE);
}

/** A number that differs when tallies differ, but for a chance in four thousand million. */
function markOf(tallies: readonly Tally[]): number {
  let mark = 0x811c9dc5;
  const mix = (number: number) => {
    mark = Math.imul(mark ^ (number | 0), 0x01000193);
    mark ^= mark >>> 15;
  };
  for (const { start, bucket, count } of tallies) {
    mix(start / MINUTE);
    mix(bucket.length * 256 + bucket.charCodeAt(0));
    mix(count);
  }
  return mark;
}
