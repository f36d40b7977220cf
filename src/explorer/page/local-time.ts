/**
 * Local time at the venue, as milliseconds that read as that time in UTC. So the browser's own time zone never matters.
 * (`Temporal` is not in every browser yet.)
 */
export type WallTime = number;

/** A time at the venue: the instant, in milliseconds, and what its clocks show. Durations are between instants only, since clocks change. */
export interface VenueTime {
  readonly at: number;
  readonly wall: WallTime;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The weekdays, from 0 for Monday. */
export const WEEKDAYS: readonly string[] = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(
  ' ',
);
const MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');

/** The local time of a timestamp. */
export function wallTimeOf(timestamp: string): WallTime {
  return Date.parse(`${timestamp.slice(0, 19)}Z`);
}

/** Both times of a timestamp. */
export function venueTimeOf(timestamp: string): VenueTime {
  return { at: Date.parse(timestamp), wall: wallTimeOf(timestamp) };
}

/** The UTC offset of a timestamp in milliseconds; negative west of Greenwich. */
export function offsetOf(timestamp: string): number {
  return wallTimeOf(timestamp) - Math.floor(Date.parse(timestamp) / 1000) * 1000;
}

/** `YYYY-MM-DD`. */
export function dateOf(time: WallTime): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Adds days to a date. */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(date) + days * DAY);
}

/** True if a text is a valid date. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

/** The hour of the day, from 0 to 23. */
export function hourOf(time: WallTime): number {
  return new Date(time).getUTCHours();
}

/** Clock time in the format of the API, such as `12:05pm`. */
export function clock(time: WallTime): string {
  const minutes = String(new Date(time).getUTCMinutes()).padStart(2, '0');
  return `${hourOf(time) % 12 || 12}:${minutes}${hourOf(time) < 12 ? 'am' : 'pm'}`;
}

/** An hour of the day, such as `7am`. */
export function hourName(hour: number): string {
  return `${hour % 12 || 12}${hour % 24 < 12 ? 'am' : 'pm'}`;
}

/** Minutes since midnight of a clock time such as `1:00am`. */
export function minutesOfClock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map((part) => Number.parseInt(part, 10));
  return (hours % 12) * 60 + minutes + (text.endsWith('pm') ? 720 : 0);
}

/** The weekday of a local time, 0 for Monday. */
export function weekdayOf(time: WallTime): number {
  return (new Date(time).getUTCDay() + 6) % 7;
}

/** The weekday of a date, such as `Friday`. */
export function weekdayName(date: string): string {
  return WEEKDAYS[weekdayOf(Date.parse(date))] ?? '';
}

/** A short date, such as `Fri 16 Oct`. */
export function dayName(time: WallTime): string {
  const [weekday = '', day, month = ''] = longDayName(dateOf(time)).split(' ');
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}`;
}

/** A long date, such as `Friday 16 October 2026`. */
export function longDayName(date: string): string {
  const [year = '', month, day] = date.split('-');
  return `${weekdayName(date)} ${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** A UTC offset, such as `UTC−7` or `UTC+5:30`. */
export function offsetName(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return minutes === 0 ? 'UTC' : `UTC${offset < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

/** A duration, rounded down, such as `1 h 30 min`. */
export function duration(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** How long ago something was: `just now`, `4 min ago`, or its date and time after a day. */
export function ageText(time: VenueTime, now: VenueTime): string {
  const age = now.at - time.at;
  if (age < MINUTE) return 'just now';
  return age < DAY ? `${duration(age)} ago` : timeText(time.wall, now.wall);
}

/** When something was: `at 12:28pm`, or `on Thu 15 Oct at 12:28pm` on another day than `now`. */
export function timeText(time: WallTime, now: WallTime): string {
  return `${dateOf(time) === dateOf(now) ? '' : `on ${dayName(time)} `}at ${clock(time)}`;
}
