import type { Report } from '../data/reports.ts';
import type { ScenarioData } from '../data/scenario-data.ts';
import { isUpTo, isWithin, openingOf, openingsOf, regularHours, type Timetable } from '../data/timetable.ts';
import { BadRequest } from '../problem.ts';
import { groupBy } from './group-by.ts';
import { type MockRequest, type Range, rangeOf, reportsIn } from './request.ts';
import { average, rounded, timestamp, weightedAverage } from './values.ts';

/** The longest range, and the longest one with daily averages, in days. */
const LONGEST = 1100;
const LONGEST_DAILY = 92;
const HOUR = 3_600_000;

/** `getChart`: the reports in a range and a series that smooths them; for today if no range is given. */
export function getChart(request: MockRequest): object {
  const { data } = request;
  const today = data.now.toPlainDate();
  const range = chartRange(request, today);
  const days = range.first.until(range.last, { largestUnit: 'day' }).days + 1;
  if (days > LONGEST) {
    const text = `the range from ${range.first} to ${range.last} has ${days} days; a chart covers at most ${LONGEST}.`;
    throw new BadRequest('since', text);
  }
  if (days === 1 && range.last.toString() === '9999-12-31') {
    throw new BadRequest(
      'since',
      `${range.last} is too late for a chart of one day; the last possible day is 9999-12-30.`,
    );
  }
  const reports = reportsIn(range, data);
  const scatter = data.variety.scatterOrder === 'oldest' ? reports : reports.toReversed();
  return {
    scatter: scatter.map(({ time, value }) => ({ t: timestamp(time), value })),
    line: days === 1 ? smoothedLine(range.first, data) : averages(range, days > LONGEST_DAILY, reports, data),
    open_window: days === 1 ? openWindow(range.first, data.timetable) : null,
  };
}

/** Today if both ends are omitted. If only an end in the future is given, the chart ends today (gap `range-cap`). */
function chartRange(request: MockRequest, today: Temporal.PlainDate): Range {
  const range = rangeOf(request) ?? { first: today, last: today };
  return request.query.has('since') || isUpTo(range.last, today) ? range : { ...range, last: today };
}

/** A point for each quarter-hour of a local day, unless the deployment decides otherwise: a weighted average of the reports up to an hour away. */
function smoothedLine(
  date: Temporal.PlainDate,
  { now, timetable, reports, variety }: ScenarioData,
): readonly object[] {
  const openings = openingsOf(date, date, timetable);
  const end = date.add({ days: 1 }).toZonedDateTime(timetable.timeZone).epochMilliseconds;
  const points: object[] = [];
  const whileOpen: number[] = [];
  let time = date.toZonedDateTime(timetable.timeZone);
  for (; time.epochMilliseconds < end; time = time.add({ minutes: variety.lineStep })) {
    const at = time.epochMilliseconds;
    const isOpen = openings.some((opening) => isWithin(at, opening));
    const isPast = at <= now.epochMilliseconds;
    const near = isOpen && isPast ? reports.filter((report) => Math.abs(report.at - at) <= HOUR) : [];
    const value = weightedAverage(near, at, 15);
    if (isOpen) whileOpen.push(points.length);
    points.push({ t: timestamp(time), value: value === null ? null : rounded(value, 1) });
  }
  // At even steps, although a day that begins and ends within openings is closed in between.
  return variety.lineExtent === 'hours'
    ? points.slice(whileOpen[0], (whileOpen.at(-1) ?? points.length) + 1)
    : points;
}

/** The plain average of each day or week in a range. */
function averages(
  { first, last }: Range,
  isWeekly: boolean,
  reports: readonly Report[],
  { timetable, variety }: ScenarioData,
): readonly object[] {
  const startOf = (date: Temporal.PlainDate): Temporal.PlainDate => {
    const monday = date.subtract({ days: date.dayOfWeek - 1 });
    return !isWeekly ? date : isUpTo(first, monday) ? monday : first;
  };
  const groups = groupBy(reports, ({ time }) => startOf(time.toPlainDate()).toString());
  const points: object[] = [];
  for (let date = first; isUpTo(date, last); date = date.add({ days: 1 })) {
    if (!startOf(date).equals(date)) continue;
    const value = average(groups.get(date.toString()));
    if (value === null && variety.emptyDays === 'omitted') continue;
    points.push({ t: timestamp(date.toZonedDateTime(timetable.timeZone)), value });
  }
  return points;
}

/** The regular opening hours on a day, and the part of them during which the venue is closed. */
function openWindow(date: Temporal.PlainDate, timetable: Timetable): object {
  const hours = regularHours(date, timetable);
  const window = { start: timestamp(hours.start), end: timestamp(hours.end) };
  const opening = openingOf(date, timetable);
  if (opening === null) return { ...window, closed: [window] };
  const opens = timestamp(opening.start);
  return { ...window, closed: opens === window.start ? [] : [{ start: window.start, end: opens }] };
}
