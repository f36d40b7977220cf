import { DAY, HOUR, MINUTE, type WallTime } from '../local-time.ts';
import type { TypicalHour, TypicalWeek } from '../week/typical-week.ts';
import { aboutPeople, dayWord, hourWord, type Statement, timeWord } from '../words.ts';
import { isClear } from './comparison.ts';

/** Looks ahead this far at most, which is the rest of a day for a venue that hardly closes. */
const HORIZON = 18 * HOUR;
/** An hour counts if the venue is open for this much of it. */
const LEAST_OPEN = 30 * MINUTE;
/** A time is worth waiting for if it brings this share of what the best hour would. */
const WORTH = 0.75;
/** So few people are no line to avoid, if it is not likely to be much longer. */
const HARDLY_ANYBODY = { people: 2, high: 5 };

/** One hour ahead, and what is usual then; null with too few reports. */
interface Hour {
  readonly start: WallTime;
  readonly usual: TypicalHour | null;
}

type Certainty = 'sure' | 'rough' | 'usual';

const GOOD = {
  sure: 'Now is a good time',
  rough: 'Now is probably a good time',
  usual: 'Now is usually a good time',
} as const;

/** Consecutive hours. */
interface Run {
  readonly start: WallTime;
  readonly end: WallTime;
  /** The average of their reports, in people. */
  readonly value: number;
}

export const TOO_FEW: Statement = {
  headline: 'Too few earlier reports',
  detail: 'to say when it is shorter',
};

/**
 * The next good time before closing. `value` is the number of people in line. Null when no hour is left.
 */
export function nextGoodTime(about: {
  readonly now: WallTime;
  readonly closing: WallTime;
  readonly value: number | null;
  /** The upper end of the range of `value`. */
  readonly high: number | null;
  /** How sure `value` is: an estimate, a rough one, or only what is usual now. */
  readonly certainty: Certainty;
  readonly typical: TypicalWeek;
}): Statement | null {
  const { now, closing, value, certainty, typical } = about;
  const hours = hoursBetween(Math.floor(now / HOUR) * HOUR + HOUR, Math.min(closing, now + HORIZON), typical);
  const good = GOOD[certainty];
  const hardlyAnybody = { headline: good, detail: 'hardly anybody is in line' };
  const isShort =
    value !== null &&
    Math.round(value) <= HARDLY_ANYBODY.people &&
    (about.high ?? value) <= HARDLY_ANYBODY.high;
  if (hours.length === 0) return isShort && certainty !== 'usual' ? hardlyAnybody : null;
  if (value === null) return TOO_FEW;
  const shorter = shorterRun(hours, value);
  const longer = firstRun(hours, (usual) => usual > value && isClear(usual, value));
  if (shorter !== null && !isNowBetter(hours, value, shorter))
    return { headline: `Usually shorter ${runText(shorter, hours)}`, detail: withPeople(shorter) };
  if (longer !== null) {
    const after = runText(longer, hours);
    // From the next hour on, its beginning says nothing.
    const isNext = longer.start === hours[0]?.start && after.startsWith('from');
    const when = isNext ? `until ${hourWord(longer.end)}` : after;
    return { headline: good, detail: `usually longer ${when}, ${withPeople(longer)}` };
  }
  if (isShort) return hardlyAnybody;
  const known = firstRun(hours, () => true);
  if (known === null || known.start !== hours[0]?.start) return TOO_FEW;
  const isAll = known.end === (hours.at(-1)?.start ?? 0) + HOUR && closing <= now + HORIZON;
  // A venue that never closes counts to midnight.
  const end =
    isAll && closing % DAY !== 0
      ? `before it closes at ${timeWord(closing)}`
      : `until ${hourWord(known.end)}`;
  const isAnyShorter = hours.some(
    ({ start, usual }) => start < known.end && Math.round(usual?.value ?? value) < Math.round(value),
  );
  return { headline: isAnyShorter ? 'Not much shorter later' : 'Usually no shorter later', detail: end };
}

/** When it is usually longest and when it is shorter after an opening; null if that is unknown, or if all hours are alike. */
export function timesAfterOpening(
  opens: WallTime,
  closes: WallTime | null,
  typical: TypicalWeek,
  now: WallTime,
): { readonly longest: Statement; readonly shorter: Statement } | null {
  const end = Math.min(closes ?? opens + HORIZON, opens + HORIZON);
  const hours = hoursBetween(Math.floor(opens / HOUR) * HOUR, end, typical);
  const most = Math.max(...hours.flatMap(({ usual }) => usual?.value ?? []));
  const longest = firstRun(hours, (usual) => usual === most);
  const shorter = longest === null ? null : shorterRun(hours, most);
  if (longest === null || shorter === null) return null;
  const detail = (run: Run) => `${dayWord(run.start, now)}, ${withPeople(run)}`;
  return {
    longest: { headline: `Usually longest at ${hourWord(longest.start)}`, detail: detail(longest) },
    shorter: { headline: `Usually shorter ${runText(shorter, hours)}`, detail: detail(shorter) },
  };
}

/** The first hours in which waiting pays off: clearly shorter than `value`, and nearly as short as it gets. */
function shorterRun(hours: readonly Hour[], value: number): Run | null {
  const least = Math.min(...hours.flatMap(({ usual }) => usual?.value ?? []));
  const limit = value - WORTH * (value - least);
  return firstRun(hours, (usual) => usual < value && usual <= limit && isClear(usual, value));
}

/** True if waiting would save fewer people than come until then, so that only those who can wait long would gain. */
function isNowBetter(hours: readonly Hour[], value: number, shorter: Run): boolean {
  const before = hours
    .filter(({ start }) => start < shorter.start)
    .flatMap(({ usual }) => usual?.value ?? []);
  return Math.max(value, ...before) - value > value - shorter.value;
}

function firstRun(hours: readonly Hour[], belongs: (usual: number) => boolean): Run | null {
  const isIn = ({ usual }: Hour) => usual !== null && belongs(usual.value);
  const first = hours.findIndex(isIn);
  if (first === -1) return null;
  const length = hours.slice(first).findIndex((hour) => !isIn(hour));
  const run = hours.slice(first, length === -1 ? undefined : first + length);
  const start = (run[0] as Hour).start;
  const reports = run.reduce((sum, { usual }) => sum + (usual?.reports ?? 0), 0);
  const people = run.reduce((sum, { usual }) => sum + (usual?.value ?? 0) * (usual?.reports ?? 0), 0);
  return { start, end: start + run.length * HOUR, value: people / reports };
}

function hoursBetween(first: WallTime, end: WallTime, typical: TypicalWeek): readonly Hour[] {
  const count = Math.max(0, Math.floor((end - LEAST_OPEN - first) / HOUR) + 1);
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * HOUR;
    return { start, usual: typical.usualAt(start) };
  });
}

/** `after 2pm`, if these are the last hours, or `from 2pm to 5pm`. */
function runText({ start, end }: Run, hours: readonly Hour[]): string {
  const isLast = end > (hours.at(-1)?.start ?? 0);
  return isLast ? `after ${hourWord(start)}` : `from ${hourWord(start)} to ${hourWord(end)}`;
}

function withPeople({ value }: Run): string {
  return `with ${aboutPeople(value)}`;
}
