import { type Micros, microsOf } from '../domain/micros.ts';
import { FieldError, shown } from './errors.ts';

const TIMESTAMP =
  /^(\d{4})-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.(?<fraction>\d+))?(?<offset>Z|[+-]\d{2}:\d{2})?$/;

const ALLOWED = 'such as 2016-10-20T12:30:00-07:00 or 2016-10-20T19:30:00.123456Z';

const FIRST: Micros = 0;
const PAST_LAST: Micros = microsOf(Temporal.Instant.from('2200-01-01T00:00:00Z'));

/**
 * The time an ISO 8601 date-time with `Z` or an offset stands for, from 1970 to 2199. Throws `FieldError`,
 * naming the field, for a time without an offset, with digits finer than microseconds, or that does not exist.
 */
export function parseTimestamp(field: string, text: unknown): Micros {
  const match = typeof text === 'string' ? TIMESTAMP.exec(text) : null;
  if (typeof text !== 'string' || match === null) {
    throw new FieldError(`${field} ${shown(text)} is not an ISO 8601 date-time with an offset, ${ALLOWED}`);
  }
  const { fraction = '', offset } = match.groups ?? {};
  if (offset === undefined)
    throw new FieldError(`${field} ${shown(text)} has no offset; write it ${ALLOWED}`);
  if (fraction.length > 6) {
    throw new FieldError(`${field} ${shown(text)} has digits finer than microseconds; at most 6 are allowed`);
  }
  const at = instantOf(field, text);
  if (at < FIRST || at >= PAST_LAST) {
    throw new FieldError(`${field} ${shown(text)} is outside the years 1970 to 2199`);
  }
  return at;
}

function instantOf(field: string, text: string): Micros {
  try {
    return microsOf(Temporal.Instant.from(text));
  } catch {
    throw new FieldError(`${field} ${shown(text)} is a date, time or offset that does not exist`);
  }
}
