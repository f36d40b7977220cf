import { lineOf } from './line.ts';
import { addDays, daysBetween, stampText } from './local-time.ts';
import { BadRequest } from './parameters.ts';
import { type Body, type Range, reportsBetween, type Store, todayOf } from './store.ts';
import { closedParts, instantAt, type Shift, weekWindow } from './timetable.ts';

/** The last day has a window that may end in the year 10000, which timestamps cannot express. */
const TOO_LATE = '9999-12-31';

/**
 * `getChart`: the reports of a range, a line that smooths them and, in Form 2, the open window of a single day.
 *
 * @throws {BadRequest} if the range is too long, or too late
 */
export function getChart(store: Store, range: Range): Body {
  const { since, until } = chartRange(store, range);
  const { form, options } = store;
  const scatter = reportsBetween(store, { since, until }).map(({ us, value }) => ({
    t: stampText(us, store),
    value,
  }));
  const line = lineOf(store, since, until);
  const chart = {
    scatter: options.scatterOrder === 'newest' ? scatter.toReversed() : scatter,
    line: options.lineOrder === 'newest' ? line.toReversed() : line,
  };
  if (form === 1) return chart;
  const hasWindow = since === until && (options.futureDays === 'shown' || since <= todayOf(store));
  return { ...chart, open_window: hasWindow ? windowOf(since, store) : null };
}

/** The days of a chart: today if both ends are omitted (gaps `one-sided-range` and `range-cap`). */
function chartRange(store: Store, { since, until }: Range): { since: string; until: string } {
  const { oneSided, longestRange, endsToday, futureDays } = store.options;
  const today = todayOf(store);
  const end = since === null && endsToday && (until ?? today) > today ? today : until;
  const oldest = store.reports[0]?.date ?? today;
  const earliest = end !== null && oneSided === 'open' && oldest < end ? oldest : (end ?? today);
  const first = since ?? earliest;
  const last = end ?? (since === null || (oneSided !== 'single-day' && first <= today) ? today : first);
  const days = daysBetween(first, last) + 1;
  if (days > longestRange) {
    const message = `the range from ${first} to ${last} has ${days} days; a chart covers at most ${longestRange}.`;
    throw new BadRequest({ parameter: 'since', message });
  }
  if (first === TOO_LATE) {
    const message = `${first} is too late for a chart of one day; the last possible day is ${addDays(first, -1)}.`;
    throw new BadRequest({ parameter: 'since', message });
  }
  if (futureDays === 400 && last > today)
    throw new BadRequest({ parameter: 'until', message: 'there is no data of days to come.' });
  return { since: first, until: last };
}

/** The earliest opening and the latest close of the day's week, and when the venue is closed in between on that day. */
function windowOf(date: string, store: Store): Body {
  const { timetable, options } = store;
  const window = weekWindow(date, timetable) ?? ([0, 1440] as const);
  const span = ([start, end]: Shift) => ({ start: at(start), end: at(end) });
  const at = (minute: number) => stampText(instantAt(date, minute, timetable), store);
  const parts = closedParts(date, window, timetable);
  const closed = (options.closedOrder === 'halves' ? parts.flatMap(halvesOf) : parts).map(span);
  return { ...span(window), closed: options.closedOrder === 'newest' ? closed.toReversed() : closed };
}

function halvesOf([start, end]: Shift): Shift[] {
  const middle = Math.floor((start + end) / 2);
  return [
    [start, middle],
    [middle, end],
  ];
}
