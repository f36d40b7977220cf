import type { Estimate } from './estimate.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros } from './micros.ts';
import type { Hours } from './opening-hours.ts';

/** Everything the status message can say, by what it is about (gap `message-texts`); `{…}` is filled in. */
export const MESSAGES = {
  closedUntil: 'Closed now. Opens at {opens_at}.',
  closedUntilDay: 'Closed now. Opens on {day} at {opens_at}.',
  closed: 'Closed now. No opening is scheduled.',
  closingSoon: 'Closes in {minutes} min, at {closes_at}.',
  noRecentReports: 'No recent reports.',
  oldReports: 'The newest report is {minutes} minutes old.',
  oneReport: 'Based on a single report.',
  twoReports: 'Based on only two reports.',
  busier: 'Much busier than usual at this time.',
  quieter: 'Much quieter than usual at this time.',
} as const;

const OLD: Micros = 45 * MINUTE;
/** People by which the line has to differ from what is usual, and reports that have to tell what that is. */
const MUCH = 5;
const KNOWN_REPORTS = 6;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/**
 * What a reader should know beside the numbers; null when there is nothing (gap `message-texts`).
 *
 * While closed: when it opens, with the weekday when that is not today, or the date when it is
 * a week off or more. While open: that it closes soon, then what weakens the estimate (none at
 * all, else a newest report 45 minutes old or older, else only one or two reports), then that
 * the line is much longer or shorter than is usual at this time of the week, joined by a space. `opensNext` is the start of the next opening, read only while closed.
 */
export function messageFor(about: {
  readonly now: Micros;
  readonly hours: Hours;
  readonly opensNext: Micros | null;
  readonly estimate: Estimate | null;
  readonly time: LocalTime;
}): string | null {
  const { hours } = about;
  if (!hours.isOpen) return closedMessage(about);
  const closing = hours.closingSoon
    ? filled(MESSAGES.closingSoon, { minutes: hours.minutesUntilClose, closes_at: hours.closesAt })
    : null;
  const said = [
    closing,
    evidenceMessage(about.estimate, about.now),
    about.estimate === null ? null : comparison(about.estimate),
  ].filter((text) => text !== null);
  return said.length === 0 ? null : said.join(' ');
}

function closedMessage(about: {
  readonly now: Micros;
  readonly opensNext: Micros | null;
  readonly time: LocalTime;
}): string {
  const { now, opensNext, time } = about;
  if (opensNext === null) return MESSAGES.closed;
  const opens_at = time.clock(opensNext);
  const date = time.date(opensNext);
  const daysOff = time.date(now).until(date, { largestUnit: 'day' }).days;
  if (daysOff === 0) return filled(MESSAGES.closedUntil, { opens_at });
  const day = daysOff < 7 ? (WEEKDAYS[date.dayOfWeek - 1] as string) : date.toString();
  return filled(MESSAGES.closedUntilDay, { day, opens_at });
}

function evidenceMessage(estimate: Estimate | null, now: Micros): string | null {
  if (estimate === null) return MESSAGES.noRecentReports;
  const age = now - estimate.newest;
  if (age >= OLD) return filled(MESSAGES.oldReports, { minutes: Math.floor(age / MINUTE) });
  if (estimate.count === 1) return MESSAGES.oneReport;
  return estimate.count === 2 ? MESSAGES.twoReports : null;
}

/**
 * Said only when the value lies well away from the middle of what is usual and outside its range, the range shown is
 * clear of that middle, and enough is known of what is usual.
 */
function comparison({ value, low, high, usual }: Estimate): string | null {
  if (usual.reports < KNOWN_REPORTS) return null;
  if (value >= usual.value + MUCH && value >= usual.high && low > usual.value) return MESSAGES.busier;
  if (value <= usual.value - MUCH && value <= usual.low && high < usual.value) return MESSAGES.quieter;
  return null;
}

function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
