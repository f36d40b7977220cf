import { clock, DAY, dateOf, dayName, MINUTE, type WallTime } from '../local-time.ts';
import type { Status } from '../responses.ts';
import { nextChange, type Reading, venueTime } from './reading.ts';

/** What the frame shows: texts, of which any but the headline can be empty. */
export interface EmbedView {
  readonly state: 'open' | 'closed' | 'unknown';
  /** Whether the values are not of now, so that they are greyed. */
  readonly isStale: boolean;
  readonly headline: string;
  readonly unit: string;
  readonly range: string;
  readonly hours: string;
  readonly note: string;
  readonly time: string;
}

/** From this age on, a status is greyed; it is refreshed every minute. */
const STALE = 3 * MINUTE;
/** From this age on, a number of people says nothing about now. */
const LOST = 30 * MINUTE;

const BLANK = { unit: '', range: '', hours: '', note: '', time: '' } as const;

/** What to show at a time of the browser, in milliseconds; without a status, what to show while there has been none. */
export function embedView(reading: Reading | null, now: number): EmbedView {
  if (reading === null) {
    return { ...BLANK, state: 'unknown', isStale: true, headline: 'No data', unit: 'yet, trying again' };
  }
  const { status, received } = reading;
  const { hours } = status;
  const age = now - received;
  const time = clock(venueTime(reading, received));
  const isStale = age >= STALE;
  const shared = {
    isStale,
    time: isStale ? `As of ${time}, trying again` : `As of ${time}${sourceText(status)}`,
  };
  const hasChanged = now >= (nextChange(reading) ?? Number.POSITIVE_INFINITY);
  // A closed venue stays closed until the time that it opens at, even if nothing is heard of it.
  if (!hours.is_open && !(isStale && hasChanged)) return { ...closed(status), ...shared };
  // Only a venue that was about to close has closed: others may never close, or close later today.
  if (hours.is_open && hours.closing_soon && hasChanged && age < LOST) {
    return { ...BLANK, ...shared, state: 'closed', headline: 'Closed', hours: `Since ${hours.closes_at}` };
  }
  if (age >= LOST || !hours.is_open) return lost(reading, now);
  return { ...open(status, isStale), ...shared };
}

function open(status: Status, isStale: boolean): Omit<EmbedView, 'isStale' | 'time'> {
  const { has_estimate, estimate_value, message, hours } = status;
  const until = hours.closes_at === null ? 'Open' : `Open until ${hours.closes_at}`;
  // Such as that it closes in 12 minutes, which is no longer so when it is old.
  const isAboutClosing = message !== null && hours.closes_at !== null && message.includes(hours.closes_at);
  const texts = {
    hours: isAboutClosing && !isStale ? message : until,
    note: isAboutClosing || isStale ? '' : (message ?? ''),
  };
  if (!has_estimate || estimate_value === null) {
    return { ...BLANK, ...texts, state: 'open', headline: 'No estimate' };
  }
  const people = Math.round(estimate_value);
  const unit = people === 1 ? 'person in line' : 'people in line';
  return { state: 'open', headline: String(people), unit, range: rangeText(status), ...texts };
}

function closed({ message, hours }: Status): Omit<EmbedView, 'isStale' | 'time'> {
  const opens = hours.opens_at === null ? '' : `Opens at ${hours.opens_at}`;
  // The message also knows the day.
  return {
    ...BLANK,
    state: 'closed',
    headline: 'Closed',
    hours: message?.replace(/^Closed now\. /, '') ?? opens,
  };
}

function lost(reading: Reading, now: number): EmbedView {
  const since = sinceText(venueTime(reading, reading.received), venueTime(reading, now));
  return { ...BLANK, state: 'unknown', isStale: true, headline: 'No data', unit: `since ${since}` };
}

function sinceText(time: WallTime, now: WallTime): string {
  return now - time < DAY && dateOf(time) === dateOf(now) ? clock(time) : `${dayName(time)}, ${clock(time)}`;
}

function rangeText({ estimate_display }: Status): string {
  const [, low, high] = /^(\d+)-(\d+)$/.exec(estimate_display ?? '') ?? [];
  if (low === undefined) return '';
  return `probably ${low === high ? low : `${low} to ${high}`}`;
}

function sourceText({ has_estimate, report_count }: Status): string {
  if (!has_estimate) return '';
  return `, from ${report_count} ${report_count === 1 ? 'report' : 'reports'}`;
}
