/** Times and durations as operators write them. Errors say what is allowed. */
import type { LocalTime } from '../../../service/domain/local-time.ts';
import { HOUR, type Micros } from '../../../service/domain/micros.ts';
import { OperatorError } from '../failure.ts';

const DAY: Micros = 24 * HOUR;

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
