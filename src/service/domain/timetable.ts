/** An opening in wall-clock minutes past 00:00 of the day on which it starts; `closes` is up to a day after `opens`. */
export interface Opening {
  readonly opens: number;
  readonly closes: number;
}

/** When the venue is open: seven weekdays, Monday first, and exceptions by date (`YYYY-MM-DD`). */
export interface Timetable {
  readonly weekly: readonly (readonly Opening[])[];
  readonly exceptions: ReadonlyMap<string, readonly Opening[]>;
}

/** Says which part of a timetable is invalid, and what is allowed there. */
export class TimetableError extends Error {
  override readonly name = 'TimetableError';
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const MINUTES_A_DAY = 24 * 60;
const OPENING = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Open 24 hours, every day. */
export const ALWAYS_OPEN: Timetable = {
  weekly: WEEKDAYS.map(() => [{ opens: 0, closes: MINUTES_A_DAY }]),
  exceptions: new Map(),
};

/** The openings that start on a date, from its exception if it has one, otherwise from its weekday. */
export function openingsOn(timetable: Timetable, date: Temporal.PlainDate): readonly Opening[] {
  return timetable.exceptions.get(date.toString()) ?? timetable.weekly[date.dayOfWeek - 1] ?? [];
}

/**
 * The last date on which an opening that is scheduled can be the first from `from` on. After the last exception all weeks are
 * alike; two, since a clock change can skip an opening. At most ten years away, so that a search ends soon.
 */
export function lastDateToSearch(timetable: Timetable, from: Temporal.PlainDate): Temporal.PlainDate {
  const limit = from.add({ years: 10 });
  let last = from.toString();
  for (const date of timetable.exceptions.keys()) if (date > last) last = date;
  const end = Temporal.PlainDate.from(last).add({ days: 14 });
  return Temporal.PlainDate.compare(end, limit) < 0 ? end : limit;
}

/**
 * Parses a timetable from JSON data:
 * `{"weekly": {"mon": ["07:00-22:00"], …, "sun": []}, "exceptions": {"2026-12-25": []}}`.
 *
 * All seven weekdays are required; `exceptions` is optional. An opening that ends at or
 * before its start runs past midnight; `24:00` is allowed as an end. A day's openings
 * are returned in ascending order. Throws `TimetableError`.
 */
export function parseTimetable(json: unknown): Timetable {
  const { weekly, exceptions = {}, ...others } = members(json, 'timetable');
  rejectOthers(others, 'timetable', '"weekly" and "exceptions"');
  return { weekly: parseWeek(weekly), exceptions: parseExceptions(exceptions) };
}

function parseWeek(json: unknown): readonly (readonly Opening[])[] {
  const days = members(json, 'weekly');
  const unknown = Object.fromEntries(
    Object.entries(days).filter(([day]) => !WEEKDAYS.some((weekday) => weekday === day)),
  );
  rejectOthers(unknown, 'weekly', WEEKDAYS.join(', '));
  return WEEKDAYS.map((weekday) => {
    const path = `weekly.${weekday}`;
    if (!Object.hasOwn(days, weekday)) {
      throw new TimetableError(`${path} is missing; write [] for a day without openings`);
    }
    return parseOpenings(days[weekday], path);
  });
}

function parseExceptions(json: unknown): ReadonlyMap<string, readonly Opening[]> {
  return new Map(
    Object.entries(members(json, 'exceptions')).map(([date, openings]) => {
      if (!isDate(date)) {
        throw new TimetableError(`exceptions: ${JSON.stringify(date)} is not a date; write "YYYY-MM-DD"`);
      }
      return [date, parseOpenings(openings, `exceptions.${date}`)];
    }),
  );
}

function parseOpenings(json: unknown, path: string): readonly Opening[] {
  if (!Array.isArray(json)) {
    throw new TimetableError(`${path} is not a list; write ["HH:MM-HH:MM", …], or [] for closed`);
  }
  const openings = json
    .map((text: unknown, index) => parseOpening(text, `${path}[${index}]`))
    .sort((a, b) => a.opens - b.opens);
  for (const [index, opening] of openings.entries()) {
    const previous = openings[index - 1];
    if (previous !== undefined && opening.opens < previous.closes) {
      throw new TimetableError(
        `${path}: ${written(previous)} and ${written(opening)} overlap; write them as one opening`,
      );
    }
  }
  return openings;
}

function parseOpening(json: unknown, path: string): Opening {
  const match = typeof json === 'string' ? OPENING.exec(json) : null;
  if (match === null) {
    throw new TimetableError(
      `${path}: ${JSON.stringify(json)} is not an opening; write "HH:MM-HH:MM", such as "07:00-22:00" or "18:00-02:00"`,
    );
  }
  const opens = Number(match[1]) * 60 + Number(match[2]);
  const closes = match[3] === undefined ? MINUTES_A_DAY : Number(match[3]) * 60 + Number(match[4]);
  return { opens, closes: closes > opens ? closes : closes + MINUTES_A_DAY };
}

function written({ opens, closes }: Opening): string {
  return `"${clockOf(opens)}-${closes === MINUTES_A_DAY ? '24:00' : clockOf(closes % MINUTES_A_DAY)}"`;
}

function clockOf(minutes: number): string {
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hour}:${String(minutes % 60).padStart(2, '0')}`;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

function members(json: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new TimetableError(`${path} ${json === undefined ? 'is missing' : 'is not a JSON object'}`);
  }
  return json as Readonly<Record<string, unknown>>;
}

function rejectOthers(others: object, path: string, allowed: string): void {
  const [first] = Object.keys(others);
  if (first !== undefined) {
    throw new TimetableError(`${path} has no member ${JSON.stringify(first)}; it has ${allowed}`);
  }
}
