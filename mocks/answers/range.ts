import type { Report } from '../story/reports.ts';
import type { Story } from '../story/story.ts';
import { Refusal } from './refusal.ts';

/** Local days from `first` to `last`, both included. */
export interface Range {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/**
 * The range that `since` and `until` ask for, or null when neither is given. A missing beginning is the day of the first report,
 * a missing end today.
 *
 * @throws {Refusal} when one of them is no date, or the range ends before it begins
 */
export function rangeOf(query: URLSearchParams, story: Story): Range | null {
  const since = dateIn(query, 'since');
  const until = dateIn(query, 'until');
  if (since === null && until === null) return null;
  const today = story.now.toPlainDate();
  const earliest = story.reports[0]?.time.toPlainDate() ?? today;
  const last = until === null ? latest(today, since ?? today) : until;
  const first = since === null ? (isAfter(earliest, last) ? last : earliest) : since;
  if (isAfter(first, last)) {
    throw new Refusal(
      'since',
      `${first} is later than until, ${last}; since must be the same day or an earlier one.`,
    );
  }
  return { first, last };
}

/** The reports of a range of local days, oldest first; all of them without one. */
export function reportsIn(range: Range | null, { reports }: Story): readonly Report[] {
  if (range === null) return reports;
  return reports.filter(({ time }) => {
    const date = time.toPlainDate();
    return !isAfter(range.first, date) && !isAfter(date, range.last);
  });
}

/** Null when it is not given. Prism names the fault of most that are no dates; an empty one it takes for none. */
function dateIn(query: URLSearchParams, name: string): Temporal.PlainDate | null {
  const text = query.get(name);
  if (text === null) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(name, `"${text}" is not a date; write YYYY-MM-DD, or leave it out.`);
  }
}

function latest(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isAfter(one, other) ? one : other;
}

function isAfter(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0;
}
