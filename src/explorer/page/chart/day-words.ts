import { rangeWords } from '../answer/estimate-range.ts';
import { aboutPeople } from '../answer/words.ts';
import type { LegendItem } from '../figure/legend.ts';
import { clock, dayName, longDayName, weekdayName } from '../local-time.ts';
import { formatPeople, personCount, pluralize } from '../numbers.ts';
import { LEAST_REPORTS } from '../week/typical-week.ts';
import type { Day, Point, Usual } from './day.ts';
import type { Moment } from './day-table.ts';

/** The legend of what a day has. */
export function dayLegend(day: Day): readonly LegendItem[] {
  const { date, line, reported, usual, reports, closed, empty, comparedDate, now } = day;
  const hasGuess = line.some((part) => part.length > 1) && countPairs(line) > countPairs(reported);
  const items: readonly (LegendItem | false)[] = [
    line.length > 0 && { swatch: 'line', label: now === null ? dayName(Date.parse(date)) : 'today' },
    hasGuess && { swatch: 'unreported', label: 'no reports nearby' },
    now?.range != null && { swatch: 'likely', label: 'likely range' },
    usual.length > 0 && { swatch: 'usual', label: `typical ${weekdayName(date)}` },
    usual.some((hour) => isSeldom(hour) && hour.value > 0) && {
      swatch: 'seldom',
      label: `fewer than ${LEAST_REPORTS} reports`,
    },
    comparedDate !== null && { swatch: 'compared', label: dayName(Date.parse(comparedDate)) },
    reports.length > 0 && { swatch: 'report', label: 'report' },
    closed.length > 0 && { swatch: 'closed', label: 'closed' },
    empty.length > 0 && { swatch: 'closed', label: 'no data' },
  ];
  return items.filter((item) => item !== false);
}

/** Whether a typical hour has too few reports to call it usual. */
export function isSeldom({ reports }: Usual): boolean {
  return reports < LEAST_REPORTS;
}

function countPairs(parts: readonly (readonly Point[])[]): number {
  return parts.reduce((sum, { length }) => sum + length - 1, 0);
}

/** What is shown beside the pointer. */
export function dayTip(
  { at, wall, value, usual, compared }: Moment,
  { date, comparedDate, now }: Day,
): string {
  const range = at === now?.at ? now.range : null;
  const lines = [
    value === null ? null : aboutPeople(value),
    range == null || value === null ? null : rangeWords({ low: range[0], high: range[1] }, Math.round(value)),
    usual === null
      ? null
      : `usually ${formatPeople(usual.value)} on a ${weekdayName(date)}, from ${pluralize(usual.reports, 'report')}`,
    compared === null || comparedDate === null
      ? null
      : `${formatPeople(compared)} on ${dayName(Date.parse(comparedDate))}`,
  ];
  return [`${clock(wall)}${at === now?.at ? ', now' : ''}`, ...lines.filter((line) => line !== null)].join(
    '\n',
  );
}

/** The day in a sentence or two, which is also what screen readers say. What is busiest has reports nearby. */
export function daySummary(day: Day): string {
  const { date, reports, reported, usual, comparedReported, comparedDate } = day;
  const peak = peakOf(day, reports.length === 0 ? usual : reported.flat());
  const own =
    reports.length === 0
      ? `No reports on ${longDayName(date)}.${peak === null ? '' : ` Usually busiest ${peak}.`}`
      : `${longDayName(date)}: ${pluralize(reports.length, 'report')}.${peak === null ? '' : ` Busiest ${peak}.`}`;
  if (comparedDate === null) return own;
  const other = peakOf(day, comparedReported.flat());
  const name = dayName(Date.parse(comparedDate));
  if (other !== null) return `${own} ${name} was busiest ${other}.`;
  return `${own} ${comparedReported.length === 0 ? `There is no data for ${name}.` : `Hardly anybody was in line on ${name}.`}`;
}

/** When the highest of some points is, and how high; null if it is about nobody. */
function peakOf(day: Day, points: readonly Point[]): string | null {
  const peak = points.reduce<Point | null>(
    (highest, point) => (highest === null || point.value > highest.value ? point : highest),
    null,
  );
  if (peak === null || peak.value < 0.5) return null;
  return `around ${clock(day.clock.wall(peak.at))}, with about ${personCount(peak.value)}`;
}
