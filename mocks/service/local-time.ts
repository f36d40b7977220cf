import type { Choices } from './choices.ts';

const DAY = 86_400_000;
const SLOT = 15 * 60_000;
const EPOCH = '1970-01-01';
/** How many results are remembered before all are forgotten. */
const REMEMBERED = 100_000;

/** Which instant a local time means that clocks show twice: the first, or the second. */
export type Repeated = 'compatible' | 'later';

/** Days from 1970 to a date. */
const dayOf = remembered(
  (date: string) => Temporal.PlainDate.from(EPOCH).until(date, { largestUnit: 'day' }).days,
);
const dateOf = remembered((day: number) => Temporal.PlainDate.from(EPOCH).add({ days: day }).toString());
/** The offset from UTC in milliseconds, which is the same for a quarter-hour. */
const offsetsOf = remembered((zone: string) =>
  remembered((slot: number) => {
    const time = Temporal.Instant.fromEpochMilliseconds(slot * SLOT).toZonedDateTimeISO(zone);
    return time.offsetNanoseconds / 1e6;
  }),
);

/** Local date, hour, minute of the day and weekday (0 is Monday) of an instant in microseconds. */
export function localParts(
  us: number,
  zone: string,
): { date: string; hour: number; minute: number; weekday: number } {
  const local = localMilliseconds(us, zone);
  const day = Math.floor(local / DAY);
  const minute = Math.floor((local - day * DAY) / 60_000);
  return { date: dateOf(day), hour: Math.floor(minute / 60), minute, weekday: weekdayOfDay(day) };
}

/** The instant, in microseconds, at which a local date shows a minute of the day; minutes past 1440 are on the next date. */
export function instantOf(
  date: string,
  minute: number,
  zone: string,
  disambiguation: Repeated = 'compatible',
): number {
  const day = Math.floor(minute / 1440);
  const rest = minute - day * 1440;
  const time = { hour: Math.floor(rest / 60), minute: rest % 60 };
  const local = Temporal.PlainDate.from(addDays(date, day)).toPlainDateTime(time);
  return local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds * 1000;
}

export function addDays(date: string, days: number): string {
  return days === 0 ? date : dateOf(dayOf(date) + days);
}

/** Days from one date to a later one; 0 on the same day. */
export function daysBetween(from: string, to: string): number {
  return dayOf(to) - dayOf(from);
}

/** 0 is Monday. */
export function weekdayOf(date: string): number {
  return weekdayOfDay(dayOf(date));
}

/** Returns true for a day of the calendar as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

/** `2:05pm`: the local clock time of an instant in microseconds. */
export function clockText(us: number, zone: string): string {
  const { hour, minute } = localParts(us, zone);
  const minutes = String(minute % 60).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes}${hour < 12 ? 'am' : 'pm'}`;
}

/** An instant in microseconds as a timestamp, with a fraction only if it has one. */
export function stampText(us: number, { zone, options }: { zone: string; options: Choices }): string {
  const ms = localMilliseconds(us, zone);
  const day = Math.floor(ms / DAY);
  const seconds = Math.floor((ms - day * DAY) / 1000);
  const time = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
  const micros = us - Math.floor(us / 1e6) * 1e6;
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').slice(0, options.fractionDigits)}`;
  const offset = zone === 'UTC' ? options.utc : offsetText(ms - Math.floor(us / 1000));
  return written(`${dateOf(day)}T${time}${fraction}`, offset, options.notation);
}

function written(local: string, offset: string, notation: Choices['notation']): string {
  switch (notation) {
    case 'no-seconds':
      return local.slice(0, 16) + offset;
    case 'colonless':
      return local + offset.replace(':', '');
    case 'hour-offset':
      return local + offset.replace(':00', '');
    case 'basic':
      return local.replaceAll(/[-:]/g, '') + offset.replace(':', '');
    case 'comma':
      return local.replace('.', ',') + offset;
    case 'lower-case':
      return (local + offset).toLowerCase();
    case 'extended':
      return local + offset;
  }
}

function offsetText(milliseconds: number): string {
  const size = Math.round(Math.abs(milliseconds) / 60_000);
  return `${milliseconds < 0 ? '-' : '+'}${twoDigits(size / 60)}:${twoDigits(size % 60)}`;
}

function twoDigits(number: number): string {
  return String(Math.floor(number)).padStart(2, '0');
}

function localMilliseconds(us: number, zone: string): number {
  const ms = Math.floor(us / 1000);
  return ms + offsetsOf(zone)(Math.floor(ms / SLOT));
}

function weekdayOfDay(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Remembers the results of a pure function. */
function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, value);
    return value;
  };
}
