import type { LocalTime } from '../../domain/local-time.ts';
import { DAY, MINUTE, type Micros, microsOf } from '../../domain/micros.ts';
import { nextOpening } from '../../domain/opening-hours.ts';
import { cut, TEXT_LIMITS } from '../../domain/texts.ts';
import { type Day, dayOn, type Timetable } from '../../domain/timetable.ts';
import type { PublicStatus } from '../api/api.ts';
import type { Badge } from './badge.ts';

/** An estimate from fewer reports, or whose newest is of this age, is a rough guess, as in the explorer (record 18). */
const SURE = { reports: 3, age: 45 * MINUTE } as const;

/**
 * The text and the color of the badge: a rough guess is gray, and says `maybe`. A comment on a whole day without openings says why it
 * is closed.
 */
export function badgeOf(
  status: PublicStatus,
  { opens, day }: OpeningTexts,
  now: Micros,
): Omit<Badge, 'label'> {
  const { hours } = status;
  if (!hours.is_open) {
    const closed = cut(reasonOf(day)?.replace(/\.$/, '') ?? 'closed', TEXT_LIMITS.badgeLabel);
    return { text: opens === null ? closed : `${closed}, opens ${opens}`, tone: 'neutral' };
  }
  const count = countOf(status);
  if (count === null) return { text: 'no estimate', tone: 'neutral' };
  const isRough = isRoughGuess(status, now);
  const line = count === 0 ? 'no line' : peopleText(count);
  const text = isRough ? `maybe ${line}` : count === 0 ? line : `about ${line}`;
  const tone = isRough ? 'neutral' : 'open';
  return { text: hours.closing_soon ? `${text}, closes ${hours.closes_at}` : text, tone };
}

/** The same in sentences, with the range, after the day's comment. */
export function statusSentences(status: PublicStatus, { opens, closes, day }: OpeningTexts): string {
  const { hours } = status;
  const comment = day.comment === null ? '' : `${day.comment} `;
  if (!hours.is_open) {
    const closed = reasonOf(day) === null ? `${comment}Closed.` : comment.trim();
    return opens === null ? closed : `${closed} Opens ${opens}.`;
  }
  const open = `Open until ${closes ?? hours.closes_at}.`;
  const count = countOf(status);
  if (count === null) return `${comment}No estimate right now. ${open}`;
  const line = count === 0 ? 'No line' : `About ${peopleText(count)} in line`;
  const range = rangeText(status, count);
  return `${comment}${range === null ? line : `${line}, ${range}`}. ${open}`;
}

/** The reason why the venue is closed all day; null if nobody said. */
function reasonOf({ comment, openings }: Day): string | null {
  return openings.length === 0 ? comment : null;
}

/**
 * The time when the venue opens next, and when it closes while it is open, with the day unless it is within 24 hours: `7:00am`,
 * `Mon 7:00am`, `Jan 4`. Null if nothing is scheduled, or if it doesn't close. `day`: today.
 */
export interface OpeningTexts {
  readonly opens: string | null;
  readonly closes: string | null;
  readonly day: Day;
}

/** `openingTextsAt` for any number of requests: openings start at whole minutes, so they are found once for each minute and timetable. */
export function openingTexts(time: LocalTime): (timetable: Timetable, now: Micros) => OpeningTexts {
  let latest: { timetable: Timetable; minute: number; texts: OpeningTexts } | null = null;
  return (timetable, now) => {
    const minute = Math.floor(now / MINUTE);
    if (latest?.minute !== minute || latest.timetable !== timetable) {
      latest = { timetable, minute, texts: openingTextsAt(timetable, time, now) };
    }
    return latest.texts;
  };
}

export function openingTextsAt(timetable: Timetable, time: LocalTime, now: Micros): OpeningTexts {
  const opening = nextOpening(timetable, time, now);
  const text = (at: Micros | null | undefined) => {
    if (at === null || at === undefined) return null;
    if (at - now < DAY) return time.clock(at);
    const date = time.date(at);
    if (at - now >= 6 * DAY) return date.toLocaleString('en-US', { month: 'short', day: 'numeric' });
    return `${date.toLocaleString('en-US', { weekday: 'short' })} ${time.clock(at)}`;
  };
  const isOpen = opening !== null && opening.start <= now;
  return {
    opens: text(opening?.start),
    closes: isOpen ? text(opening.end) : null,
    day: dayOn(timetable, time.date(now)),
  };
}

function isRoughGuess({ report_count, last_updated }: PublicStatus, now: Micros): boolean {
  const isOld = last_updated !== null && now - microsOf(Temporal.Instant.from(last_updated)) >= SURE.age;
  return isOld || report_count < SURE.reports;
}

/** The estimate in whole people; null without one. */
function countOf({ has_estimate, estimate_value }: PublicStatus): number | null {
  return has_estimate && estimate_value !== null ? Math.round(estimate_value) : null;
}

function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}

/** The range in the words of the explorer (record 18); null if there is none. `count` is the number before it. */
function rangeText({ estimate_display }: PublicStatus, count: number): string | null {
  const [low, high] = (estimate_display ?? '').split('-').map(Number);
  if (low === undefined || high === undefined) return null;
  if (high === 0) return 'probably nobody';
  if (low === high) return `probably ${low}`;
  if (low > 0) return `probably between ${low} and ${high}`;
  return count === 0 ? `probably nobody, at most ${high}` : `probably at most ${high}`;
}
