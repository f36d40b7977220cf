import type { LocalTime } from '../domain/local-time.ts';
import { HOUR, MINUTE, type Micros } from '../domain/micros.ts';
import { nextOpening } from '../domain/opening-hours.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { Badge } from './badge.ts';
import type { PublicStatus } from './public-page.ts';

const DAY: Micros = 24 * HOUR;

/** The text and the colour of the badge. `opens`: when a closed venue opens, from `openingText`. */
export function badgeOf(status: PublicStatus, opens: string | null): Omit<Badge, 'label'> {
  const { hours } = status;
  if (!hours.is_open) return { text: opens === null ? 'closed' : `closed, opens ${opens}`, tone: 'neutral' };
  const people = peopleText(status);
  if (people === null) return { text: 'no estimate', tone: 'neutral' };
  return { text: hours.closing_soon ? `${people}, closes ${hours.closes_at}` : people, tone: 'open' };
}

/** The same in sentences, with the range. */
export function statusSentences(status: PublicStatus, opens: string | null): string {
  const { hours, estimate_display } = status;
  if (!hours.is_open) return opens === null ? 'Closed.' : `Closed. Opens ${opens}.`;
  const people = peopleText(status);
  const [low, high] = people === null ? [] : (estimate_display ?? '').split('-');
  const range = high === undefined ? '' : `, probably ${low === high ? low : `${low} to ${high}`}`;
  const line = people === null ? 'No estimate right now.' : `${people} in line${range}.`;
  return `${line} Open until ${hours.closes_at}.`;
}

/** `openingText` for any number of requests: openings start at whole minutes, so it is found once for each minute. */
export function openingTexts(timetable: Timetable, time: LocalTime): (now: Micros) => string | null {
  let latest: { readonly minute: number; readonly text: string | null } | null = null;
  return (now) => {
    const minute = Math.floor(now / MINUTE);
    if (latest?.minute !== minute) latest = { minute, text: openingText(timetable, time, now) };
    return latest.text;
  };
}

/** When the venue opens next, with the day unless it is within 24 hours: `7:00am`, `Mon 7:00am`, `Jan 4`; null if nothing is scheduled. */
export function openingText(timetable: Timetable, time: LocalTime, now: Micros): string | null {
  const start = nextOpening(timetable, time, now)?.start;
  if (start === undefined) return null;
  if (start - now < DAY) return time.clock(start);
  const date = time.date(start);
  if (start - now >= 6 * DAY) return date.toLocaleString('en-US', { month: 'short', day: 'numeric' });
  return `${date.toLocaleString('en-US', { weekday: 'short' })} ${time.clock(start)}`;
}

/** The estimate in whole people; null without one. */
function peopleText({ has_estimate, estimate_value }: PublicStatus): string | null {
  if (!has_estimate || estimate_value === null) return null;
  const people = Math.round(estimate_value);
  return people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`;
}
