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

/** The basis of an estimate. */
export interface Evidence {
  readonly text: string;
  readonly isOld: boolean;
  /** True if there are too few or only old reports to be sure. */
  readonly isRough: boolean;
}

/**
 * How sure the estimate is: the number of reports behind it, and the age of the newest. Null if nothing is known.
 * `isWithoutReports` is whether there are no reports today.
 */
export function evidenceOf(status: Status, now: VenueTime, isWithoutReports = false): Evidence | null {
  const { has_estimate, report_count, last_updated } = status;
  if (last_updated === null) return null;
  const updated = venueTimeOf(last_updated);
  const age = now.at - updated.at;
  const [day, today] = [dateOf(updated.wall), dateOf(now.wall)];
  if (!has_estimate) {
    if (age < 0) return null;
    // Before the first report, the service updates to the current time (gap `last-updated`).
    const isFirst = isWithoutReports && day === today;
    const time = withClockWords(timeText(updated.wall, now.wall));
    return { text: isFirst ? 'No reports yet today' : `Last updated ${time}`, isOld: false, isRough: true };
  }
  const isOld = age >= OLD;
  const isSingle = report_count === 1;
  const count = isSingle ? 'a single report' : pluralize(report_count, 'report');
  // Today's chart has none of these.
  const before = day === addDays(today, -1) && age < DAY ? ' before midnight' : '';
  const newest = `${isSingle ? '' : 'the newest '}${isOld ? `${duration(age)} old` : ageText(updated, now)}`;
  return { text: `Based on ${count}${before}, ${newest}`, isOld, isRough: isOld || report_count < SURE };
}
