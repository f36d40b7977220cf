import type { Estimate } from './estimate.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros } from './micros.ts';
import type { Hours } from './opening-hours.ts';
import type { Day } from './timetable.ts';

/** All texts of the status message but comments of the opening hours (gap `message-texts`); `{…}` are placeholders. */
export const MESSAGES = {
  closed: 'Closed now.',
  opens: 'Opens at {opens_at}.',
  opensOnDay: 'Opens on {day} at {opens_at}.',
  neverOpens: 'No opening is scheduled.',
  closingSoon: 'Closes in {minutes} min, at {closes_at}.',
  noRecentReports: 'No recent reports.',
  oldReports: 'The newest report is {minutes} minutes old.',
  oneReport: 'Based on a single report.',
  twoReports: 'Based on only two reports.',
  busier: 'Much busier than usual at this time.',
  quieter: 'Much quieter than usual at this time.',
} as const;

const OLD: Micros = 45 * MINUTE;
/** The least difference from the seasonal prior that is worth a message, in people, and the fewest reports behind that prior. */
const LEAST_DIFFERENCE = 5;
const LEAST_PRIOR_REPORTS = 6;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/**
 * The status message; null when there is nothing to say (gap `message-texts`).
 *
 * First comes the comment of the `day`, if it has one. While closed: that the venue is closed, unless the comment says why it is on
 * the whole day; and when it opens, with the weekday unless that is today, or the date when it is
 * a week or more away. While open, joined by spaces: that it closes soon; what weakens the estimate (no
 * reports, else a newest report at least 45 minutes old, else only one or two reports); that the queue is
 * much longer or shorter than usual. `opensNext` is the start of the next opening, read only while closed.
 */
export function messageFor(about: {
  readonly now: Micros;
  readonly hours: Hours;
  readonly opensNext: Micros | null;
  readonly estimate: Estimate | null;
  readonly time: LocalTime;
  /** The day of the timetable; by default one without a comment. */
  readonly day?: Day;
}): string | null {
  const { hours, day } = about;
  const comment = day?.comment ?? null;
  if (!hours.isOpen) {
    const closed = comment !== null && day?.openings.length === 0 ? null : MESSAGES.closed;
    return joined([comment, closed, openingMessage(about)]);
  }
  const closing = hours.closingSoon
    ? filled(MESSAGES.closingSoon, { minutes: hours.minutesUntilClose, closes_at: hours.closesAt })
    : null;
  return joined([
    comment,
    closing,
    evidenceMessage(about.estimate, about.now),
    about.estimate === null ? null : comparison(about.estimate, about.now),
  ]);
}

function joined(sentences: readonly (string | null)[]): string | null {
  return sentences.filter((text) => text !== null).join(' ') || null;
}

function openingMessage(about: {
  readonly now: Micros;
  readonly opensNext: Micros | null;
  readonly time: LocalTime;
}): string {
  const { now, opensNext, time } = about;
  if (opensNext === null) return MESSAGES.neverOpens;
  const opens_at = time.clock(opensNext);
  const date = time.date(opensNext);
  const daysOff = time.date(now).until(date, { largestUnit: 'day' }).days;
  if (daysOff === 0) return filled(MESSAGES.opens, { opens_at });
  const day = daysOff < 7 ? (WEEKDAYS[date.dayOfWeek - 1] as string) : date.toString();
  return filled(MESSAGES.opensOnDay, { day, opens_at });
}

function evidenceMessage(estimate: Estimate | null, now: Micros): string | null {
  if (estimate === null) return MESSAGES.noRecentReports;
  const age = now - estimate.newest;
  if (age >= OLD) return filled(MESSAGES.oldReports, { minutes: Math.floor(age / MINUTE) });
  if (estimate.count === 1) return MESSAGES.oneReport;
  return estimate.count === 2 ? MESSAGES.twoReports : null;
}

/**
 * Compares with the seasonal prior, unless the reports are old. The value must be well away from the prior's median and outside its interval, and the
 * estimate's interval must exclude that median.
 */
function comparison({ value, low, high, newest, seasonal }: Estimate, now: Micros): string | null {
  if (seasonal.reports < LEAST_PRIOR_REPORTS || now - newest >= OLD) return null;
  if (value >= seasonal.value + LEAST_DIFFERENCE && value >= seasonal.high && low > seasonal.value)
    return MESSAGES.busier;
  if (value <= seasonal.value - LEAST_DIFFERENCE && value <= seasonal.low && high < seasonal.value)
    return MESSAGES.quieter;
  return null;
}

function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
