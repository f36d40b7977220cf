import type { Activity, Scenario } from '../scenarios.ts';
import type { Variety } from '../variety.ts';
import { type Photo, photoOf } from './photos.ts';
import { hashOf, seededRandom } from './seeded-random.ts';
import { isUpTo, type Opening, openingOf, type Timetable } from './timetable.ts';

/** The most people of each bucket but the last. */
const LIMITS = [0.9, 5.5, 10.5, 20.5, 30.5];

/** One person's report. */
export interface Report {
  /** Increases with time, and doesn't change while the day is the same. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly time: Temporal.ZonedDateTime;
  /** Index of the bucket, from 0 for nobody to 5. */
  readonly bucket: number;
  /** The number of people that the bucket stands for (gap `bucket-value`). */
  readonly value: number;
  readonly photo: Photo | null;
}

/** Added to large ids, which JSON numbers still express. */
const LARGE = 9_007_000_000_000_000;
/** Days of history before the current opening. */
const DAYS = 70;
const MINUTE = 60_000;

/**
 * All reports up to a quarter-hour after the anchor, or of a play's whole day, oldest first. Future ones become visible as time passes.
 */
export function reportsAround(
  anchor: Temporal.ZonedDateTime,
  { activity: present, hasHistory, peak }: Scenario,
  timetable: Timetable,
  variety: Variety,
): readonly Report[] {
  const reports: Report[] = [];
  const today = anchor.toPlainDate();
  const isPlay = peak !== null;
  const latest = isPlay ? timetable.present.end.epochMilliseconds : anchor.epochMilliseconds + 15 * MINUTE;
  for (let date = today.subtract({ days: DAYS }); isUpTo(date, today); date = date.add({ days: 1 })) {
    const opening = openingOf(date, timetable);
    if (opening === null || opening.start.epochMilliseconds > latest) continue;
    const isPresent = isPlay || opening.date.equals(timetable.present.date);
    const activity = isPresent ? present : hasHistory ? 'ordinary' : 'none';
    if (activity === 'none') continue;
    const first = isPlay ? 15 : 2;
    const passed = (anchor.epochMilliseconds - opening.start.epochMilliseconds) / MINUTE;
    reports.push(...reportsOf(opening, { activity, first, peak: peak ?? passed, latest }, variety));
  }
  return reports;
}

/** How an opening goes: `first` and `peak` in minutes since it began, `latest` in epoch milliseconds. */
interface Course {
  readonly activity: Exclude<Activity, 'none'>;
  readonly first: number;
  readonly peak: number;
  readonly latest: number;
}

function reportsOf(
  { date, start, end }: Opening,
  { activity, first, peak, latest }: Course,
  variety: Variety,
): readonly Report[] {
  const begin = start.epochMilliseconds;
  const days = date.since('2020-01-01', { largestUnit: 'day' }).days;
  const firstId = days * 100 + (variety.ids === 'large' ? LARGE : 0);
  const length = (end.epochMilliseconds - begin) / MINUTE;
  const day: Day = { firstId, text: date.toString(), timeZone: start.timeZoneId, variety };
  const seed = hashOf(`${day.text} `);
  const reports: Report[] = [];
  for (let minute = first, index = 1; minute < length - 2 && index < 100; index += 1) {
    const own = hashOf(String(index), seed);
    const at = begin + Math.round(minute * 60 + 50 * seededRandom(' seconds', own)) * 1000;
    if (at > latest) break;
    const people = activity === 'rush' ? rushAt(minute - peak) : ordinaryAt(minute / length, date.dayOfWeek);
    const bucket = bucketOf(people * (0.8 + 0.4 * seededRandom(' people', own)));
    reports.push(new ScenarioReport(firstId + index, at, bucket, day));
    const isNear = activity === 'rush' && Math.abs(minute - peak) < 60;
    const gap = seededRandom(' gap', own);
    minute += isNear ? 4 + 2 * gap : 14 + 20 * gap;
  }
  return reports;
}

/** People in line some minutes before or after the peak of a rush. */
function rushAt(minutes: number): number {
  return 4 + 27 * Math.exp(-((minutes / 55) ** 2));
}

/** People in line at a fraction of the opening hours: two peaks, and nobody at the end. */
function ordinaryAt(fraction: number, weekday: number): number {
  const peak = (middle: number, width: number): number => Math.exp(-(((fraction - middle) / width) ** 2));
  return (1 + 19 * peak(0.42, 0.13) + 9 * peak(0.72, 0.1)) * (1.2 - 0.06 * weekday);
}

function bucketOf(people: number): number {
  const bucket = LIMITS.findIndex((limit) => people <= limit);
  return bucket === -1 ? LIMITS.length : bucket;
}

/** What the reports of one local date have in common. */
interface Day {
  readonly firstId: number;
  readonly text: string;
  readonly timeZone: string;
  readonly variety: Variety;
}

/** Computes its time and photo when asked, since most reports are only counted or skipped. */
class ScenarioReport implements Report {
  readonly id: number;
  readonly at: number;
  readonly bucket: number;
  readonly #day: Day;
  #time: Temporal.ZonedDateTime | null = null;
  #photo: Photo | null | undefined;

  constructor(id: number, at: number, bucket: number, day: Day) {
    this.id = id;
    this.at = at;
    this.bucket = bucket;
    this.#day = day;
  }

  get time(): Temporal.ZonedDateTime {
    if (this.#time !== null) return this.#time;
    const time = Temporal.Instant.fromEpochMilliseconds(this.at).toZonedDateTimeISO(this.#day.timeZone);
    // Less than the second before which the report becomes visible.
    const microsecond = this.#day.variety.timestamps === 'seconds' ? 0 : 1 + (this.id % 999);
    this.#time = time.with({ microsecond });
    return this.#time;
  }

  get value(): number {
    return this.#day.variety.buckets.values[this.bucket] ?? 0;
  }

  get photo(): Photo | null {
    if (this.#photo === undefined) this.#photo = photoOf(this.#day.text, this.id - this.#day.firstId);
    return this.#photo;
  }
}
