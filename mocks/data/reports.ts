import type { Activity, Scenario } from '../scenarios.ts';
import { addDays, daysBetween, localParts } from '../service/local-time.ts';
import type { Photo, Report } from '../service/store.ts';
import { openSpans, type Span } from '../service/timetable.ts';
import type { Variety } from '../variety.ts';
import { photoOf } from './photos.ts';
import { hashOf, seededRandom } from './seeded-random.ts';
import type { ScenarioTimetable } from './timetable.ts';

/** The most people of each bucket but the last. */
const LIMITS = [0.9, 5.5, 10.5, 20.5, 30.5];
/** Added to large ids, which JSON numbers still express. */
const LARGE = 9_007_000_000_000_000;
/** Days of history before the current opening. */
const DAYS = 70;
/** Days after which a photo expires. */
const EXPIRY = 180;
/** In microseconds, as all times here. */
const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;

/** Reports, oldest first, and their photos. */
export interface Reported {
  readonly reports: readonly Report[];
  readonly photos: readonly Photo[];
}

/** All reports up to a quarter-hour after the anchor, or of a play's whole day. Future ones become visible as time passes. */
export function reportsAround(
  anchor: Temporal.ZonedDateTime,
  { activity: present, hasHistory, peak }: Scenario,
  timetable: ScenarioTimetable,
  variety: Variety,
): Reported {
  const reports: Report[] = [];
  const photos: Photo[] = [];
  const now = anchor.epochMilliseconds * 1000;
  const today = anchor.toPlainDate().toString();
  const isPlay = peak !== null;
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const date = addDays(today, -daysAgo);
    const [opening] = openSpans(date, timetable);
    const latest = isPlay ? Number.POSITIVE_INFINITY : now + 15 * MINUTE;
    if (opening === undefined || opening.from > latest) continue;
    const isPresent = isPlay || timetable.presentDates.includes(date);
    const activity = isPresent ? present : hasHistory ? 'ordinary' : 'none';
    if (activity === 'none') continue;
    const passed = (now - opening.from) / MINUTE;
    // Around midnight, a rush begins on the day before.
    const busy = timetable.presentDates.length > 1 ? 90 : 60;
    const course = { activity, first: isPlay ? 15 : 2, peak: peak ?? passed, busy, latest };
    addReports({ reports, photos }, date, opening, course, variety, timetable.zone);
  }
  return { reports, photos };
}

/** How an opening goes: `first` and `peak` in minutes since it began, people report often `busy` minutes around it, `latest` as an instant. */
interface Course {
  readonly activity: Exclude<Activity, 'none'>;
  readonly first: number;
  readonly peak: number;
  readonly busy: number;
  readonly latest: number;
}

function addReports(
  { reports, photos }: { readonly reports: Report[]; readonly photos: Photo[] },
  date: string,
  { from, to }: Span,
  { activity, first, peak, busy, latest }: Course,
  variety: Variety,
  zone: string,
): void {
  const firstId = daysBetween('2020-01-01', date) * 100 + (variety.ids === 'large' ? LARGE : 0);
  const { dayOfWeek } = Temporal.PlainDate.from(date);
  const length = (to - from) / MINUTE;
  const seed = hashOf(`${date} `);
  for (let minute = first, index = 1; minute < length - 2 && index < 100; index += 1) {
    const own = hashOf(String(index), seed);
    const second = from + Math.round(minute * 60 + 50 * seededRandom(' seconds', own)) * SECOND;
    if (second > latest) break;
    const people = activity === 'rush' ? rushAt(minute - peak) : ordinaryAt(minute / length, dayOfWeek);
    const bucket = bucketOf(people * (0.8 + 0.4 * seededRandom(' people', own)));
    const id = firstId + index;
    const us = second + (variety.hasMicroseconds ? 1 + (id % 999) : 0);
    const photo = photoOf(date, index);
    const { date: localDate, hour, weekday } = localParts(us, zone);
    const value = variety.buckets.values[bucket] ?? 0;
    reports.push({ id, us, bucket, value, photo: photo?.file ?? null, date: localDate, hour, weekday });
    if (photo !== null) photos.push({ ...photo, id, createdAt: us, expiresAt: us + EXPIRY * 1440 * MINUTE });
    const isNear = activity === 'rush' && Math.abs(minute - peak) < busy;
    const gap = seededRandom(' gap', own);
    minute += isNear ? 4 + 2 * gap : 14 + 20 * gap;
  }
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
