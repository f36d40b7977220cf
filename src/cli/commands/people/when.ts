/** Times and durations as operators write them. Errors say what is allowed. */
import type { LocalTime } from '../../../service/domain/local-time.ts';
import { DAY, HOUR, MINUTE, type Micros, microsOf } from '../../../service/domain/micros.ts';
import { OperatorError } from '../../settings/operator-error.ts';

/** A local date, or a number of days from now or ago. */
export type When = { readonly date: Temporal.PlainDate } | { readonly days: number };

/** Parses a date such as `2027-06-30`, or days such as `90d`. */
export function parseWhen(text: string): When {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined && Number(days) > 0) return { days: Number(days) };
  const date = dateOf(text);
  if (date !== null) return { date };
  throw new RangeError('It must be a date such as 2027-06-30, or a number of days such as 90d.');
}

/** Later dates are beyond what times in microseconds can say. */
const LAST_YEAR = 2199;

function dateOf(text: string): Temporal.PlainDate | null {
  try {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' });
    return date.toString() === text && date.year <= LAST_YEAR ? date : null;
  } catch {
    return null;
  }
}

/** `parseWhen`, or null for `never`. */
export function parseExpiry(text: string): When | null {
  if (text === 'never') return null;
  try {
    return parseWhen(text);
  } catch {
    throw new RangeError('It must be a date such as 2027-06-30, a number of days such as 90d, or never.');
  }
}

/** When a key expires: at the end of a local date, or after days. Throws `OperatorError` if that is over. */
export function futureExpiry(when: When | null, now: Micros, time: LocalTime): Micros | null {
  if (when === null) return null;
  const at = 'days' in when ? now + when.days * DAY : time.day(when.date).end;
  if (at > now) return at;
  throw new OperatorError('the date has passed; to revoke a key now, use `headcount keys revoke`');
}

/** The beginning of a local date, or days ago. */
export function sinceOf(when: When, now: Micros, time: LocalTime): Micros {
  return 'days' in when ? now - when.days * DAY : time.startOfDay(when.date);
}

const UNITS: Readonly<Record<string, Micros>> = { m: MINUTE, h: HOUR, d: DAY };

/** Parses a duration such as `5m`, `12h` or `7d`. */
export function parseDuration(text: string): Micros {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const duration = Number(count) * (UNITS[unit] ?? 0);
  if (duration > 0) return duration;
  throw new RangeError('It must be a number of minutes, hours or days, such as 5m, 12h or 7d.');
}

/** A duration in whole minutes as `parseDuration` reads it. */
export function durationText(duration: Micros): string {
  const [unit, length] = Object.entries(UNITS).findLast(([, one]) => duration % one === 0) ?? ['m', MINUTE];
  return `${duration / length}${unit}`;
}

/** A time with a UTC offset, or one that the clock of the venue shows. */
export type Time = Temporal.Instant | Temporal.PlainDateTime;

/** Parses a time such as `2026-11-20T12:30`, also as tables show it, `2026-11-20 12:30`; with an offset, it is not local. */
export function parseTime(text: string): Time {
  try {
    if (/T.*(Z|[+-]\d\d(:?\d\d)?)$/i.test(text)) return Temporal.Instant.from(text);
    if (LOCAL_TIME.test(text)) return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch {
    // Reported below.
  }
  throw new RangeError(
    'It must be a time at the venue such as 2026-11-20T12:30, or one with a UTC offset such as 2026-11-20T12:30:00-08:00.',
  );
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?$/;

/** The instant of a time. If the clock shows it twice, the first one. */
export function instantAt(when: Time, { timeZone }: LocalTime): Micros {
  return microsOf(when instanceof Temporal.Instant ? when : when.toZonedDateTime(timeZone).toInstant());
}
