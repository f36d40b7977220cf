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
 * @throws {Refusal} when it ends before it begins
 */
export function rangeOf(query: URLSearchParams, story: Story): Range | null {
  const since = query.get('since');
  const until = query.get('until');
  if (since === null && until === null) return null;
  const today = story.now.toPlainDate();
  const earliest = story.reports[0]?.time.toPlainDate() ?? today;
  const last = until === null ? latest(today, since) : Temporal.PlainDate.from(until);
  const first = since === null ? (isAfter(earliest, last) ? last : earliest) : Temporal.PlainDate.from(since);
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

function latest(today: Temporal.PlainDate, since: string | null): Temporal.PlainDate {
  const first = since === null ? today : Temporal.PlainDate.from(since);
  return isAfter(first, today) ? first : today;
}

function isAfter(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0;
}
