import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type LocalTime, ZONE_RULES } from '../domain/local-time.ts';
import { MINUTE, type Micros } from '../domain/micros.ts';
import {
  type Expectations,
  type Experience,
  expectationsOf,
  LEARNING,
  learn,
  learnedFrom,
  NO_EXPERIENCE,
} from '../domain/model-state.ts';
import { openSpans } from '../domain/opening-hours.ts';
import type { BucketCount } from '../domain/report.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { CheckpointStore, ReportReader } from '../store/store.ts';
import type { Moment } from './moment.ts';

/** An experience and what it comes from. */
interface Lesson {
  /** The first day that was learned, and the first that was not. */
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly experience: Experience;
  /** Tells whether reports of those days have changed. */
  readonly mark: number;
}

interface Learned extends Lesson {
  /** The moment's `data` and the minute at which that was looked at last. */
  readonly data: number;
  readonly minute: number;
  readonly expectations: Expectations;
  /** Another with other expectations. */
  readonly number: number;
}

type LearningStore = Pick<ReportReader, 'observations' | 'bucketCounts'> & CheckpointStore;

/**
 * What the days before a moment's day teach of the venue. It is worked out once a local day, one past day at a time with
 * turns for others in between, and anew when reports of past days have been added. The same reports give
 * the same expectations, whenever a process was started: it goes on from the memo of one before, which spares only time.
 */
export class Experiences {
  readonly #store: LearningStore;
  readonly #time: LocalTime;
  readonly #timetable: Timetable;
  readonly #memo: LessonMemo;
  #learned: Learned | null = null;
  #underWay: Promise<Learned> | null = null;

  constructor(store: LearningStore, time: LocalTime, timetable: Timetable) {
    this.#store = store;
    this.#time = time;
    this.#timetable = timetable;
    this.#memo = new LessonMemo(store, time, timetable);
  }

  /** What to expect on the moment's day; reports that join past days count from the next minute on. */
  async before(moment: Moment): Promise<Expectations> {
    return (await this.#learnedBefore(moment)).expectations;
  }

  /** A number that is another once `before` comes to other expectations. */
  async lesson(moment: Moment): Promise<number> {
    return (await this.#learnedBefore(moment)).number;
  }

  async #learnedBefore(moment: Moment): Promise<Learned> {
    const known = this.#learned;
    if (known !== null && known.until.equals(moment.today) && isChecked(known, moment)) return known;
    this.#underWay ??= this.#learn(moment, known).finally(() => {
      this.#underWay = null;
    });
    const learned = await this.#underWay;
    // Two days may be asked for at once, around midnight.
    return learned.until.equals(moment.today) ? learned : this.#learnedBefore(moment);
  }

  async #learn({ today, now, data }: Moment, known: Learned | null): Promise<Learned> {
    const from = learnedFrom(today);
    // Looked at before the reports: what comes in between is found the next time.
    const mark = await this.#mark(from, today);
    let day = from;
    let experience = NO_EXPERIENCE;
    const before = known ?? (await this.#memo.read());
    if (before?.from.equals(from) && Temporal.PlainDate.compare(before.until, today) <= 0) {
      const same = before.until.equals(today) ? mark : await this.#mark(from, before.until);
      if (same === before.mark) ({ until: day, experience } = before);
    }
    const isNew = !day.equals(today);
    for (; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
      const span = this.#time.day(day);
      const observations = await this.#store.observations(span);
      if (observations.length === 0) continue;
      const openings = openSpans(this.#timetable, this.#time, span);
      experience = learn(experience, { openings, observations }, this.#time);
      await setImmediate();
    }
    const { expectations, number } =
      experience === known?.experience
        ? known
        : { expectations: expectationsOf(experience, this.#time), number: (known?.number ?? 0) + 1 };
    const lesson = { from, until: today, experience, mark };
    this.#learned = { ...lesson, data, minute: minuteOf(now), expectations, number };
    if (isNew) this.#memo.keep(lesson);
    return this.#learned;
  }

  async #mark(from: Temporal.PlainDate, until: Temporal.PlainDate): Promise<number> {
    const span = { start: this.#time.startOfDay(from), end: this.#time.startOfDay(until) };
    return markOf(await this.#store.bucketCounts(span));
  }
}

interface LessonText {
  readonly basis: string;
  readonly from: string;
  readonly until: string;
  readonly mark: number;
  readonly experience: {
    readonly tables: readonly (readonly number[])[];
    readonly evidence: readonly number[];
    readonly sureEvidence: readonly number[];
  };
}

/** The last lesson of a zone, as text. */
class LessonMemo {
  readonly #store: CheckpointStore;
  readonly #name: string;
  /** All that a lesson depends on beside the reports of its days. */
  readonly #basis: string;

  constructor(store: CheckpointStore, { timeZone }: LocalTime, { weekly, exceptions }: Timetable) {
    this.#store = store;
    this.#name = `experience, ${timeZone}`;
    const basis = JSON.stringify([LEARNING, ZONE_RULES, weekly, [...exceptions]]);
    this.#basis = createHash('sha256').update(basis).digest('hex');
  }

  /** Null where there is none that can be gone on with. */
  async read(): Promise<Lesson | null> {
    try {
      return this.#lessonOf(JSON.parse((await this.#store.checkpoint(this.#name)) ?? '{}'));
    } catch {
      // Without a memo all takes longer, and nothing else is different.
      return null;
    }
  }

  #lessonOf({ basis, from, until, mark, experience }: LessonText): Lesson | null {
    if (basis !== this.#basis) return null;
    const { tables, evidence, sureEvidence } = experience;
    return {
      from: Temporal.PlainDate.from(from),
      until: Temporal.PlainDate.from(until),
      mark,
      experience: {
        tables: tables.map((table) => Float64Array.from(table)),
        evidence: Float64Array.from(evidence),
        sureEvidence: Float64Array.from(sureEvidence),
      },
    };
  }

  keep({ experience, ...lesson }: Lesson): void {
    const { tables, evidence, sureEvidence } = experience;
    const numbers = {
      tables: tables.map((table) => [...table]),
      evidence: [...evidence],
      sureEvidence: [...sureEvidence],
    };
    const text = JSON.stringify({ basis: this.#basis, ...lesson, experience: numbers });
    // Nobody waits for it: without it the next process takes longer.
    this.#store.saveCheckpoint(this.#name, text).catch(() => undefined);
  }
}

function isChecked(known: Learned, { now, data }: Moment): boolean {
  return known.data === data || known.minute === minuteOf(now);
}

function minuteOf(now: Micros): number {
  return Math.floor(now / MINUTE);
}

/** A number that differs when bucket counts differ, but for a chance in four thousand million. */
function markOf(bucketCounts: readonly BucketCount[]): number {
  let mark = 0x811c9dc5;
  const mix = (number: number) => {
    mark = Math.imul(mark ^ (number | 0), 0x01000193);
    mark ^= mark >>> 15;
  };
  for (const { start, bucket, count } of bucketCounts) {
    mix(start / MINUTE);
    mix(bucket.length * 256 + bucket.charCodeAt(0));
    mix(count);
  }
  return mark;
}
