import type { Choices } from './choices.ts';
import { localParts } from './local-time.ts';
import type { Timetable } from './timetable.ts';

/** One person's report. */
export interface Report {
  readonly id: number;
  /** Microseconds since the epoch. */
  readonly us: number;
  /** Index of its bucket, from 0 for nobody to 5. */
  readonly bucket: number;
  /** The number of people that it stands for (gap `bucket-value`). */
  readonly value: number;
  /** File of its photo; null if it has none. */
  readonly photo: string | null;
  /** Local day and hour of its time; weekday 0 is Monday. */
  readonly date: string;
  readonly hour: number;
  readonly weekday: number;
}

/** A photo that is shown again. Times are microseconds since the epoch. */
export interface Photo {
  readonly id: number;
  readonly file: string;
  readonly thumbnail: string;
  readonly caption: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly likes: number;
  readonly isLiked: boolean;
}

/** A service at one point in time: the responses of all operations are computed from it. */
export interface Store {
  readonly form: 1 | 2;
  readonly zone: string;
  readonly options: Choices;
  /** The labels of the buckets, fewest people first (gap `form-2-labels`). */
  readonly labels: readonly string[];
  readonly timetable: Timetable;
  /** Microseconds since the epoch. */
  readonly now: number;
  /** All reports up to now, oldest first. */
  readonly reports: readonly Report[];
  /** The photo that is shown again on a day, some days ago (gap `highlight-choice`). */
  readonly highlightOn: (date: string, daysAgo: number) => Photo | undefined;
  /** The URL of a photo's file (gap `photo-address`). */
  readonly photoUrl: (file: string) => string;
}

/** JSON before it is written. */
export type Body = Readonly<Record<string, unknown>>;

/** A range of local days, both included; null sets no limit. */
export interface Range {
  readonly since: string | null;
  readonly until: string | null;
}

/** Today by the service's clock. */
export function todayOf({ now, zone }: Store): string {
  return localParts(now, zone).date;
}

/** The reports of a range, oldest first. */
export function reportsBetween({ reports }: Store, { since, until }: Range): readonly Report[] {
  return reports.filter(({ date }) => (since === null || date >= since) && (until === null || date <= until));
}

/** The plain average of reports; null if there are none. */
export function meanOf(reports: readonly Report[] = []): number | null {
  if (reports.length === 0) return null;
  return reports.reduce((total, { value }) => total + value, 0) / reports.length;
}
