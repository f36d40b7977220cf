import type { Status } from '../deployment/responses.ts';
import {
  addDays,
  ageText,
  DAY,
  dateOf,
  duration,
  MINUTE,
  timeText,
  type VenueTime,
  venueTimeOf,
} from '../local-time.ts';
import { pluralize, withClockWords } from '../words.ts';

/** The newest report counts as old at this age. */
const OLD = 45 * MINUTE;

/** From this many reports on, an estimate is more than a rough guess. */
const SURE = 3;

/** In place of a time that can't be read. */
const UNKNOWN = 'at an unknown time';

/** What an estimate rests on. */
export interface Evidence {
  readonly text: string;
  readonly isOld: boolean;
  /** Whether there are too few or only old reports to be sure. */
  readonly isRough: boolean;
}

/**
 * How sure the estimate is: the number of reports behind it, and the age of the newest. Null if nothing is known.
 * `isWithoutReports` is whether there are no reports today.
 */
export function evidenceOf(status: Status, now: VenueTime, isWithoutReports = false): Evidence | null {
  const { has_estimate, estimate_value, report_count, last_updated, unreadable } = status;
  const updated = last_updated === null ? null : venueTimeOf(last_updated);
  const isUnknown = unreadable !== undefined;
  if (!has_estimate || estimate_value === null) {
    if (isUnknown) return { text: `Last updated ${UNKNOWN}`, isOld: false, isRough: true };
    if (updated === null || updated.at > now.at) return null;
    // Before the first report, some services update to the current time (gap `last-updated`).
    if (isWithoutReports && dateOf(updated.wall) === dateOf(now.wall))
      return { text: 'No reports yet today', isOld: false, isRough: true };
    return {
      text: `Last updated ${withClockWords(timeText(updated.wall, now.wall))}`,
      isOld: false,
      isRough: true,
    };
  }
  const isOld = updated !== null && now.at - updated.at >= OLD;
  const isRough = isOld || report_count < SURE;
  const known =
    updated === null ? null : isOld ? `${duration(now.at - updated.at)} old` : ageText(updated, now);
  const age = isUnknown ? UNKNOWN : known;
  if (report_count <= 0) return age === null ? null : { text: `The newest report: ${age}`, isOld, isRough };
  const count = report_count === 1 ? 'a single report' : pluralize(report_count, 'report');
  // Today's chart has none of these.
  const isBefore =
    updated !== null && dateOf(updated.wall) === addDays(dateOf(now.wall), -1) && now.at - updated.at < DAY;
  const reports = isBefore ? `${count} before midnight` : count;
  const newest = age === null ? '' : report_count === 1 ? `, ${age}` : `, the newest ${age}`;
  return { text: `Based on ${reports}${newest}`, isOld, isRough };
}
