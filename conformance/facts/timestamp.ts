import { addDays, dateOf, dayNumber, mondayOf, weekdayOfDay } from './calendar.ts';

/** A timestamp as the deployment wrote it: an instant with its local date and clock. */
export interface Timestamp {
  readonly text: string;
  /** Microseconds since 1970-01-01T00:00:00Z. */
  readonly micros: number;
  /** Microseconds in the smallest unit that the text shows: from an hour down to a microsecond. */
  readonly unit: number;
  readonly offsetMinutes: number;
  /** Local date and clock; 24:00 is midnight of the next date. */
  readonly date: string;
  readonly hour: number;
  readonly minute: number;
  /** 0 for Monday. */
  readonly weekday: number;
  /** Digits of the fraction. */
  readonly fraction: number;
}

const second = 1_000_000;
/** Microseconds in the lowest unit of a clock time with one, two or three parts. */
const units = [3600 * second, 60 * second, second] as const;

/**
 * The date-times of ISO 8601: calendar, ordinal and week dates; hours, minutes or seconds, the last with a fraction after a period
 * or comma; offsets of hours or minutes. Basic and extended notation may be mixed, as `%z` of many languages does. Letters may be in
 * lower case, and minus may be the sign U+2212.
 */
const dateTime =
  /^(\d{4}-?\d{2}-?\d{2}|\d{4}-?\d{3}|\d{4}-?W\d{2}-?[1-7])T(\d{2})(?::?([0-5]\d)(?::?([0-5]\d|60))?)?(?:[.,](\d+))?(?:Z|([+\-\u2212])(\d{2})(?::?([0-5]\d))?)$/i;

/** Parses an ISO 8601 date-time with an offset; undefined for anything else, including dates that do not exist. */
export function parseTimestamp(value: unknown): Timestamp | undefined {
  if (typeof value !== 'string') return undefined;
  const match = dateTime.exec(value);
  const written = match === null ? undefined : calendarDate(match[1] ?? '');
  const days = written === undefined ? undefined : dayNumber(written);
  if (match === null || days === undefined) return undefined;
  const [hour, minute, seconds] = [Number(match[2]), Number(match[3] ?? 0), Number(match[4] ?? 0)];
  const digits = match[5] ?? '';
  const lowest = units[match[4] !== undefined ? 2 : match[3] !== undefined ? 1 : 0];
  const part = digits === '' ? 0 : Math.floor(Number(`0.${digits.slice(0, 9)}`) * lowest + 1e-4);
  const size = Number(match[7] ?? 0) * 60 + Number(match[8] ?? 0);
  const offsetMinutes = match[6] === undefined || match[6] === '+' ? size : -size;
  const isLate = hour > 24 || (hour === 24 && minute + seconds + part > 0);
  if (isLate || size > 18 * 60) return undefined;
  const clock = (hour * 3600 + minute * 60 + seconds) * second + part;
  const minutes = Math.min(Math.floor(clock / (60 * second)), hour === 24 ? 1440 : hour * 60 + 59);
  const date = hour === 24 ? addDays(written ?? '', 1) : (written ?? '');
  return {
    text: value,
    micros: (days * 86_400 - offsetMinutes * 60) * second + clock,
    unit: Math.max(1, lowest / 10 ** digits.length),
    offsetMinutes: offsetMinutes === 0 ? 0 : offsetMinutes,
    date,
    hour: Math.floor(minutes / 60) % 24,
    minute: minutes % 60,
    weekday: weekdayOfDay(hour === 24 ? days + 1 : days),
    fraction: digits.length,
  };
}

/** A calendar, ordinal or week date as `YYYY-MM-DD`; undefined if the week or the day of the year does not exist. */
function calendarDate(text: string): string | undefined {
  if (text[4] === '-' && text[7] === '-') return text;
  const plain = text.replaceAll('-', '').toUpperCase();
  const year = plain.slice(0, 4);
  if (plain.includes('W')) {
    const [week, day] = [Number(plain.slice(5, 7)), Number(plain.slice(7))];
    const monday = addDays(mondayOf(`${year}-01-04`), (week - 1) * 7);
    // A week belongs to the year of its Thursday
    return week >= 1 && addDays(monday, 3).startsWith(year) ? addDays(monday, day - 1) : undefined;
  }
  if (plain.length === 8) return `${year}-${plain.slice(4, 6)}-${plain.slice(6)}`;
  const date = addDays(`${year}-01-01`, Number(plain.slice(4)) - 1);
  return date.startsWith(year) ? date : undefined;
}

/** The latest of some timestamps; undefined if there are none. */
export function newestOf(timestamps: readonly Timestamp[]): Timestamp | undefined {
  return timestamps.reduce<Timestamp | undefined>(
    (most, t) => (most === undefined || t.micros > most.micros ? t : most),
    undefined,
  );
}

/** The local date of an instant at an offset. */
export function localDate(epochMs: number, offsetMinutes: number): string {
  return dateOf(Math.floor((epochMs / 60_000 + offsetMinutes) / 1440));
}

/** The minutes since the local midnight. */
export function minuteOfDay({ hour, minute }: Timestamp): number {
  return hour * 60 + minute;
}

/** Minutes since local midnight of an instant at an offset. */
export function localMinutes(epochMs: number, offsetMinutes: number): number {
  const minutes = Math.floor(epochMs / 60_000 + offsetMinutes) % 1440;
  return minutes < 0 ? minutes + 1440 : minutes;
}

/** The offset as it is written, such as `-07:00`. */
export function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
}
