import type { Scenario } from '../scenarios.ts';
import { chance, pick } from './chance.ts';
import { isUpTo, type Opening, openingOf, type Timetable } from './timetable.ts';

/** The number of people each bucket stands for, as the contract's list of gaps tells; labels have the same order. */
export const BUCKET_VALUES = [0, 3, 8, 15, 25, 35] as const;

/** A photo that came with a report. */
export interface Photo {
  readonly file: string;
  readonly caption: string;
  readonly likes: number;
  readonly isLiked: boolean;
}

/** One person's report. */
export interface Report {
  /** Ascends with time, and stays the same as long as the day is told. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly time: Temporal.ZonedDateTime;
  /** The bucket's place among the six, 0 for nobody. */
  readonly bucket: number;
  readonly photo: Photo | null;
}

/** How many days the past reaches back. */
const DAYS = 70;
const MINUTE = 60_000;
const CAPTIONS = [
  'Out to the door already',
  'Moves fast today',
  'Two counters open',
  'Nobody here, come now',
  'Soup is gone',
  'Worth the wait',
  '',
];

/**
 * Every report up to a quarter of an hour after the anchor, oldest first. Some of them may still lie in the future: they come in
 * while the moment lasts.
 */
export function reportsAround(
  anchor: Temporal.ZonedDateTime,
  scenario: Scenario,
  timetable: Timetable,
): readonly Report[] {
  const reports: Report[] = [];
  const today = anchor.toPlainDate();
  const latest = anchor.epochMilliseconds + 15 * MINUTE;
  for (let date = today.subtract({ days: DAYS }); isUpTo(date, today); date = date.add({ days: 1 })) {
    const opening = openingOf(date, timetable);
    if (opening === null || opening.start.epochMilliseconds > latest) continue;
    const isPresent = opening.date.equals(timetable.present.date);
    const manner = isPresent ? scenario.today : scenario.hasPast ? 'ordinary' : 'nobody';
    if (manner === 'nobody') continue;
    reports.push(...reportsOf(opening, manner, anchor.epochMilliseconds, latest));
  }
  return reports;
}

function reportsOf(
  { date, start, end }: Opening,
  manner: 'rush' | 'ordinary',
  anchor: number,
  latest: number,
): readonly Report[] {
  const begin = start.epochMilliseconds;
  const firstId = date.since('2020-01-01', { largestUnit: 'day' }).days * 100;
  const length = (end.epochMilliseconds - begin) / MINUTE;
  const height = (anchor - begin) / MINUTE;
  const reports: Report[] = [];
  for (let minute = 2, index = 1; minute < length - 2 && index < 100; index += 1) {
    const seed = `${date} ${index}`;
    const at = begin + Math.round(minute * 60 + 50 * chance(`${seed} seconds`)) * 1000;
    if (at > latest) break;
    const people = manner === 'rush' ? rushAt(minute - height) : ordinaryAt(minute / length, date.dayOfWeek);
    const bucket = bucketOf(people * (0.8 + 0.4 * chance(`${seed} people`)));
    reports.push(new StoryReport(firstId + index, at, start.timeZoneId, bucket, photoOf(date, index)));
    const isNear = manner === 'rush' && Math.abs(minute - height) < 60;
    minute += isNear ? 4 + 2 * chance(`${seed} gap`) : 14 + 20 * chance(`${seed} gap`);
  }
  return reports;
}

/** People in line some minutes before or after the height of a rush. */
function rushAt(minutes: number): number {
  return 4 + 27 * Math.exp(-((minutes / 55) ** 2));
}

/** People in line at a share of the opening: two humps, none of them at the end. */
function ordinaryAt(share: number, weekday: number): number {
  const hump = (middle: number, width: number): number => Math.exp(-(((share - middle) / width) ** 2));
  return (1 + 19 * hump(0.42, 0.13) + 9 * hump(0.72, 0.1)) * (1.2 - 0.06 * weekday);
}

function bucketOf(people: number): number {
  return [0.9, 5.5, 10.5, 20.5, 30.5].filter((limit) => people > limit).length;
}

function photoOf(date: Temporal.PlainDate, index: number): Photo | null {
  const seed = `${date} ${index} photo`;
  if (chance(seed) > 0.18) return null;
  return {
    file: `${date}-${String(index).padStart(4, '0')}.svg`,
    caption: pick(CAPTIONS, `${seed} caption`) ?? '',
    likes: Math.floor(chance(`${seed} likes`) * 12),
    isLiked: chance(`${seed} liked`) < 0.3,
  };
}

/** Most reports are only counted or passed over, so their local time is told when it is asked for. */
class StoryReport implements Report {
  readonly id: number;
  readonly at: number;
  readonly bucket: number;
  readonly photo: Photo | null;
  readonly #timeZone: string;
  #time: Temporal.ZonedDateTime | null = null;

  constructor(id: number, at: number, timeZone: string, bucket: number, photo: Photo | null) {
    this.id = id;
    this.at = at;
    this.#timeZone = timeZone;
    this.bucket = bucket;
    this.photo = photo;
  }

  get time(): Temporal.ZonedDateTime {
    this.#time ??= Temporal.Instant.fromEpochMilliseconds(this.at).toZonedDateTimeISO(this.#timeZone);
    return this.#time;
  }
}
