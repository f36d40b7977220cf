import { dateOf, dayNumber, weekdayOf } from './calendar.ts';

/** A timestamp as the deployment wrote it: an instant with its local date and clock. */
export interface Timestamp {
  readonly text: string;
  /** Microseconds since 1970-01-01T00:00:00Z. */
  readonly micros: number;
  readonly offsetMinutes: number;
  /** Local date and clock as written in the text. */
  readonly date: string;
  readonly hour: number;
  readonly minute: number;
  /** 0 for Monday. */
  readonly weekday: number;
  /** Digits of the fraction of a second. */
  readonly fraction: number;
}

const second = 1_000_000;

/** Parses an ISO 8601 date-time with an offset; undefined for anything else, including dates that do not exist. */
export function parseTimestamp(value: unknown): Timestamp | undefined {
  if (typeof value !== 'string') return undefined;
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/.exec(
    value,
  );
  if (match === null) return undefined;
  const date = match[1] ?? '';
  const days = dayNumber(date);
  const [hour, minute, seconds] = [Number(match[2]), Number(match[3]), Number(match[4])];
  const offsetMinutes =
    match[6] === undefined ? 0 : (match[6] === '-' ? -1 : 1) * (Number(match[7]) * 60 + Number(match[8]));
  if (days === undefined || hour > 23 || minute > 59 || seconds > 60 || Math.abs(offsetMinutes) > 18 * 60)
    return undefined;
  const digits = match[5] ?? '';
  const micros =
    (days * 86_400 + hour * 3600 + minute * 60 + seconds - offsetMinutes * 60) * second +
    Number(digits.padEnd(6, '0').slice(0, 6));
  return {
    text: value,
    micros,
    offsetMinutes,
    date,
    hour,
    minute,
    weekday: weekdayOf(date),
    fraction: digits.length,
  };
}

/** Whole seconds of the instant, rounded down, so that all spellings of one report agree. */
export function secondOf(stamp: Timestamp): number {
  return Math.floor(stamp.micros / second);
}

/** The local date of an instant at an offset. */
export function localDate(epochMs: number, offsetMinutes: number): string {
  return dateOf(Math.floor((epochMs / 60_000 + offsetMinutes) / 1440));
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
