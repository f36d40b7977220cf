/** An opening on a clock face, in minutes past 00:00 of the day it starts on; `closes` is up to a day after `opens`. */
export interface Opening {
  readonly opens: number;
  readonly closes: number;
}

/** When the place is open: seven weekdays, Monday first, and single days (`YYYY-MM-DD`) that go by openings of their own. */
export interface Timetable {
  readonly weekly: readonly (readonly Opening[])[];
  readonly exceptions: ReadonlyMap<string, readonly Opening[]>;
}

/** Says which part of a timetable cannot be read, and what may stand there. */
export class TimetableError extends Error {
  override readonly name = 'TimetableError';
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const MINUTES_A_DAY = 24 * 60;
const OPENING = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Around the clock, every day. */
export const ALWAYS_OPEN: Timetable = {
  weekly: WEEKDAYS.map(() => [{ opens: 0, closes: MINUTES_A_DAY }]),
  exceptions: new Map(),
};

/** The openings that start on a date: its exception's, else its weekday's. */
export function openingsOn(timetable: Timetable, date: Temporal.PlainDate): readonly Opening[] {
  return timetable.exceptions.get(date.toString()) ?? timetable.weekly[date.dayOfWeek - 1] ?? [];
}

/**
 * Reads a timetable from parsed JSON:
 * `{"weekly": {"mon": ["07:00-22:00"], …, "sun": []}, "exceptions": {"2026-12-25": []}}`.
 *
 * All seven weekdays must be there; `exceptions` may be left out. An opening that ends at or
 * before its start runs past midnight, and `24:00` may be written as an end. A day's openings
 * come back in ascending order. Throws `TimetableError`.
 */
export function parseTimetable(json: unknown): Timetable {
  const { weekly, exceptions = {}, ...others } = members(json, 'timetable');
  refuseOthers(others, 'timetable', '"weekly" and "exceptions"');
  return { weekly: parseWeek(weekly), exceptions: parseExceptions(exceptions) };
}

function parseWeek(json: unknown): readonly (readonly Opening[])[] {
  const days = members(json, 'weekly');
  const unknown = Object.fromEntries(
    Object.entries(days).filter(([day]) => !WEEKDAYS.some((weekday) => weekday === day)),
  );
  refuseOthers(unknown, 'weekly', WEEKDAYS.join(', '));
  return WEEKDAYS.map((weekday) => {
    const place = `weekly.${weekday}`;
    if (!Object.hasOwn(days, weekday)) {
      throw new TimetableError(`${place} is missing; write [] for a day without openings`);
    }
    return parseOpenings(days[weekday], place);
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

function parseOpenings(json: unknown, place: string): readonly Opening[] {
  if (!Array.isArray(json)) {
    throw new TimetableError(`${place} is not a list; write ["HH:MM-HH:MM", …], or [] for closed`);
  }
  const openings = json
    .map((text: unknown, index) => parseOpening(text, `${place}[${index}]`))
    .sort((a, b) => a.opens - b.opens);
  for (const [index, opening] of openings.entries()) {
    const previous = openings[index - 1];
    if (previous !== undefined && opening.opens < previous.closes) {
      throw new TimetableError(
        `${place}: ${written(previous)} and ${written(opening)} overlap; write them as one opening`,
      );
    }
  }
  return openings;
}

function parseOpening(json: unknown, place: string): Opening {
  const match = typeof json === 'string' ? OPENING.exec(json) : null;
  if (match === null) {
    throw new TimetableError(
      `${place}: ${JSON.stringify(json)} is not an opening; write "HH:MM-HH:MM", such as "07:00-22:00" or "18:00-02:00"`,
    );
  }
  const opens = Number(match[1]) * 60 + Number(match[2]);
  const closes = match[3] === undefined ? MINUTES_A_DAY : Number(match[3]) * 60 + Number(match[4]);
  return { opens, closes: closes > opens ? closes : closes + MINUTES_A_DAY };
}

function written({ opens, closes }: Opening): string {
  return `"${faceOf(opens)}-${closes === MINUTES_A_DAY ? '24:00' : faceOf(closes % MINUTES_A_DAY)}"`;
}

function faceOf(minutes: number): string {
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

function members(json: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new TimetableError(`${place} ${json === undefined ? 'is missing' : 'is not a JSON object'}`);
  }
  return json as Readonly<Record<string, unknown>>;
}

function refuseOthers(others: object, place: string, allowed: string): void {
  const [first] = Object.keys(others);
  if (first !== undefined) {
    throw new TimetableError(`${place} has no member ${JSON.stringify(first)}; it has ${allowed}`);
  }
}
