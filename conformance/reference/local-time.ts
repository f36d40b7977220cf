import type { Options } from './options.ts';

const SLOT = 15 * 60_000;
const caches = new Map<string, Map<number, number>>();

/** The zone's offset from UTC in minutes at an instant in milliseconds; cached for each quarter-hour. */
export function offsetMinutes(ms: number, zone: string): number {
  let cache = caches.get(zone);
  if (cache === undefined) {
    cache = new Map();
    caches.set(zone, cache);
  }
  const slot = Math.floor(ms / SLOT);
  let offset = cache.get(slot);
  if (offset === undefined) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(slot * SLOT).toZonedDateTimeISO(zone);
    offset = zoned.offsetNanoseconds / 60e9;
    cache.set(slot, offset);
  }
  return offset;
}

/** Local date, hour, minute of day and weekday (0 is Monday) of an instant in microseconds. */
export function localParts(
  us: number,
  zone: string,
): { date: string; hour: number; minute: number; weekday: number } {
  const ms = Math.floor(us / 1000);
  const local = new Date(ms + offsetMinutes(ms, zone) * 60_000);
  return {
    date: local.toISOString().slice(0, 10),
    hour: local.getUTCHours(),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
    weekday: (local.getUTCDay() + 6) % 7,
  };
}

/** The instant, in microseconds, at which a local date shows a minute of the day; minutes past 1440 are on the next date. */
export function instantOf(date: string, minute: number, zone: string): number {
  const day = addDays(date, Math.floor(minute / 1440));
  const rest = ((minute % 1440) + 1440) % 1440;
  const time = `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`;
  return Temporal.PlainDateTime.from(`${day}T${time}:00`).toZonedDateTime(zone).epochMilliseconds * 1000;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from one date to a later one; 0 on the same day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** 0 is Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Whether the text is `YYYY-MM-DD` and a day of the calendar. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** An instant in microseconds as ISO 8601 with the zone's offset and only as many fraction digits as needed. */
export function isoStamp(us: number, zone: string, utc: 'Z' | '+00:00', digits: 3 | 6): string {
  const ms = Math.floor(us / 1000);
  const offset = offsetMinutes(ms, zone);
  const text = new Date(ms + offset * 60_000).toISOString().slice(0, 19);
  const micros = ((us % 1_000_000) + 1_000_000) % 1_000_000;
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').slice(0, digits)}`;
  return text + fraction + offsetText(offset, zone, utc);
}

/** `2:05pm`: the local clock time of a minute of the day. */
export function clockText(minute: number): string {
  const rest = ((minute % 1440) + 1440) % 1440;
  const hour = Math.floor(rest / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(rest % 60).padStart(2, '0')}${hour < 12 ? 'am' : 'pm'}`;
}

/** A timestamp in the service's notation. */
export function stampText(us: number, options: Options): string {
  const text = isoStamp(us, options.zone, options.utc, options.fractionDigits);
  const [local, offset] = [
    text.replace(/(Z|[+-]\d\d:\d\d)$/, ''),
    /(Z|[+-]\d\d:\d\d)$/.exec(text)?.[0] ?? '',
  ];
  switch (options.notation) {
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
      return text.toLowerCase();
    default:
      return text;
  }
}

function offsetText(offset: number, zone: string, utc: 'Z' | '+00:00'): string {
  if (zone === 'UTC') return utc;
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
}
