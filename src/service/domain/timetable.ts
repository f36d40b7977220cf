import {
  type Calendar,
  EMPTY_CALENDAR,
  entriesOf,
  isObject,
  parseCalendar,
  reachOf,
  TimetableError,
  valueOn,
} from './calendar.ts';
import { isLine, TEXT_LIMITS } from './texts.ts';

/** An opening in wall-clock minutes past 00:00 of the day on which it starts; `closes` is up to a day after `opens`. */
export interface Opening {
  readonly opens: number;
  readonly closes: number;
}

/** The openings of seven weekdays, Monday first. */
type Week = readonly (readonly Opening[])[];

/** The openings that start on a date, and what the operator says about it; null for nothing. */
export interface Day {
  readonly openings: readonly Opening[];
  readonly comment: string | null;
}

/** A week of its own for some time, such as a summer break. */
interface Season {
  readonly weekly: Week;
  readonly comment: string | null;
}

/** When the venue is open: on its exceptions, otherwise in its seasons, otherwise each week. */
export interface Timetable {
  readonly weekly: Week;
  readonly exceptions: Calendar<Day>;
  readonly seasons: Calendar<Season>;
}

/** The names of the weekdays in a timetable, Monday first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const MINUTES_A_DAY = 24 * 60;
const OPENING = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Open 24 hours, every day. */
export const ALWAYS_OPEN: Timetable = {
  weekly: WEEKDAYS.map(() => [{ opens: 0, closes: MINUTES_A_DAY }]),
  exceptions: EMPTY_CALENDAR,
  seasons: EMPTY_CALENDAR,
};

/** What holds on a date: its exception, otherwise the weekday of its season or of the ordinary week. */
export function dayOn({ weekly, exceptions, seasons }: Timetable, date: Temporal.PlainDate): Day {
  const exception = valueOn(exceptions, date);
  if (exception !== undefined) return exception;
  const season = valueOn(seasons, date);
  const openings = (season?.weekly ?? weekly)[date.dayOfWeek - 1] ?? [];
  return { openings, comment: season?.comment ?? null };
}

/** The openings that start on a date. */
export function openingsOn(timetable: Timetable, date: Temporal.PlainDate): readonly Opening[] {
  return dayOn(timetable, date).openings;
}

/**
 * The last date on which an opening that is scheduled can be the first from `from` on. After the last date that the timetable
 * names all weeks are alike, or years; two weeks, since a clock change can skip an opening. At most ten years away, so that a
 * search ends soon.
 */
export function lastDateToSearch(
  { exceptions, seasons }: Timetable,
  from: Temporal.PlainDate,
): Temporal.PlainDate {
  const limit = from.add({ years: 10 });
  const reaches = [reachOf(exceptions), reachOf(seasons)];
  const last = [from.toString(), ...reaches.flatMap(({ last }) => last ?? [])].sort().at(-1) as string;
  const years = Math.max(...reaches.map(({ years }) => years));
  const end = Temporal.PlainDate.from(last).add({ years, days: 14 });
  return Temporal.PlainDate.compare(end, limit) < 0 ? end : limit;
}

/** What an operator should know about a valid timetable: `23:59` mostly stands for midnight. Null for nothing. */
export function timetableWarning({ weekly, exceptions, seasons }: Timetable): string | null {
  const isEarly = (openings: readonly Opening[]) =>
    openings.some(({ closes }) => closes % MINUTES_A_DAY === MINUTES_A_DAY - 1);
  const inWeek = (week: Week, path: string) =>
    WEEKDAYS.filter((_, index) => isEarly(week[index] ?? [])).map((weekday) => `${path}.${weekday}`);
  const paths = [
    ...inWeek(weekly, 'weekly'),
    ...entriesOf(exceptions).flatMap(([key, day]) => (isEarly(day.openings) ? `exceptions.${key}` : [])),
    ...entriesOf(seasons).flatMap(([key, season]) => inWeek(season.weekly, `seasons.${key}.weekly`)),
  ];
  if (paths.length === 0) return null;
  return `the opening hours end at 23:59, a minute before midnight, in ${paths.join(', ')}; write 24:00 for midnight`;
}

/**
 * Parses a timetable from the data of JSON or YAML:
 * `{"weekly": {"mon": ["07:00-22:00"], …, "sun": "closed"}, "exceptions": {"2026-12-25": []}, "seasons": {…}}`.
 *
 * All seven weekdays are required; `exceptions` and `seasons` are optional. An opening that ends at or
 * before its start runs past midnight; `24:00` is allowed as an end. A day's openings
 * are returned in ascending order. Throws `TimetableError`.
 */
export function parseTimetable(json: unknown): Timetable {
  const {
    weekly,
    exceptions = {},
    seasons = {},
  } = members(json, 'timetable', ['weekly', 'exceptions', 'seasons']);
  return {
    weekly: parseWeek(weekly, 'weekly'),
    exceptions: parseCalendar(exceptions, 'exceptions', parseDay),
    seasons: parseCalendar(seasons, 'seasons', parseSeason),
  };
}

function parseDay(json: unknown, path: string): Day {
  if (!isObject(json)) return { openings: parseOpenings(json, path), comment: null };
  const { openings, comment } = members(json, path, ['openings', 'comment']);
  return { openings: parseOpenings(openings, `${path}.openings`), comment: parseComment(comment, path) };
}

function parseSeason(json: unknown, path: string): Season {
  const { weekly, comment } = members(json, path, ['weekly', 'comment']);
  return { weekly: parseWeek(weekly, `${path}.weekly`), comment: parseComment(comment, path) };
}

/** A comment as a sentence; null if it is absent. Throws `TimetableError`. */
export function parseComment(json: unknown, path: string): string | null {
  if (json === undefined) return null;
  const text = typeof json === 'string' ? json.trim() : '';
  if (!isLine(text, TEXT_LIMITS.hoursComment)) {
    throw new TimetableError(
      `${path}.comment is not one line of text; write 1 to ${TEXT_LIMITS.hoursComment} characters`,
    );
  }
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function parseWeek(json: unknown, path: string): Week {
  const days = members(json, path, WEEKDAYS);
  return WEEKDAYS.map((weekday) => {
    if (!Object.hasOwn(days, weekday)) {
      throw new TimetableError(`${path}.${weekday} is missing; write [] for a day without openings`);
    }
    return parseOpenings(days[weekday], `${path}.${weekday}`);
  });
}

/** Also accepts a text: `closed`, or openings with commas between them. */
function parseOpenings(json: unknown, path: string): readonly Opening[] {
  if (json === 'closed') return [];
  const list = typeof json === 'string' ? json.split(/\s*,\s*/) : json;
  if (!Array.isArray(list)) {
    throw new TimetableError(
      `${path} ${json === undefined ? 'is missing' : 'is not a list'}; write ["HH:MM-HH:MM", …], or "closed"`,
    );
  }
  const openings = list
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

function members(json: unknown, path: string, allowed: readonly string[]): Readonly<Record<string, unknown>> {
  const rule = `it has ${allowed.join(', ')}`;
  if (!isObject(json)) {
    throw new TimetableError(`${path} ${json === undefined ? 'is missing' : 'is not an object'}; ${rule}`);
  }
  const unknown = Object.keys(json).find((key) => !allowed.includes(key));
  if (unknown === undefined) return json;
  throw new TimetableError(`${path} has no member ${JSON.stringify(unknown)}; ${rule}`);
}
