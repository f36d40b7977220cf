import { rangeWords } from '../answer/comparison.ts';
import type { LegendItem, Table } from '../figure/figure.ts';
import { clock, dayName, longDayName, type WallTime, weekdayName } from '../local-time.ts';
import { LEAST_REPORTS } from '../week/typical-week.ts';
import { aboutPeople, formatPeople, personCount, pluralize } from '../words.ts';
import type { Day, Point, Usual } from './day.ts';

/** The legend of what a day has. */
export function dayLegend(day: Day): readonly (LegendItem | false)[] {
  const { date, line, reported, usual, reports, closed, now } = day;
  const hasGuess = line.some((part) => part.length > 1) && countPairs(line) > countPairs(reported);
  return [
    line.length > 0 && { swatch: 'line', label: now === null ? dayName(Date.parse(date)) : 'today' },
    hasGuess && { swatch: 'unreported', label: 'no reports nearby' },
    now?.range != null && { swatch: 'likely', label: 'likely range' },
    usual.length > 0 && { swatch: 'usual', label: `typical ${weekdayName(date)}` },
    usual.some((hour) => isSeldom(hour) && hour.value > 0) && {
      swatch: 'seldom',
      label: `fewer than ${LEAST_REPORTS} reports`,
    },
    reports.length > 0 && { swatch: 'report', label: 'report' },
    closed.length > 0 && { swatch: 'closed', label: 'closed' },
  ];
}

/** True if a typical hour has too few reports to call it usual. */
export function isSeldom({ reports }: Usual): boolean {
  return reports < LEAST_REPORTS;
}

function countPairs(parts: readonly (readonly Point[])[]): number {
  return parts.reduce((sum, { length }) => sum + length - 1, 0);
}

/** The text beside the pointer. */
export function dayTip({ at, wall, value, usual }: Moment, { date, now }: Day): string {
  const isNow = at === now?.at;
  const lines = [`${clock(wall)}${isNow ? ', now' : ''}`];
  if (value !== null) lines.push(aboutPeople(value));
  if (value !== null && isNow && now.range !== null) lines.push(rangeWords(now.range, Math.round(value)));
  if (usual !== null) {
    const reports = pluralize(usual.reports, 'report');
    lines.push(`usually ${formatPeople(usual.value)} on a ${weekdayName(date)}, from ${reports}`);
  }
  return lines.join('\n');
}

/** The day in a sentence or two, which screen readers say, too. What is busiest has reports nearby. */
export function daySummary({ date, clock: dayClock, reports, reported, usual }: Day): string {
  const [points, busiest] = reports.length === 0 ? [usual, 'Usually busiest'] : [reported.flat(), 'Busiest'];
  const [peak] = points.toSorted((a, b) => b.value - a.value);
  const day = longDayName(date);
  const count =
    reports.length === 0 ? `No reports on ${day}.` : `${day}: ${pluralize(reports.length, 'report')}.`;
  if (peak === undefined || peak.value < 0.5) return count;
  return `${count} ${busiest} around ${clock(dayClock.wall(peak.at))}, with about ${personCount(peak.value)}.`;
}

/** The values of a day at one time: of the line, and of a typical hour. */
export interface Moment {
  readonly at: number;
  readonly wall: WallTime;
  readonly value: number | null;
  readonly usual: Usual | null;
}

/** The times of a day with a value: each point of the lines, and typical hours without any. */
export function momentsOf(day: Day): readonly Moment[] {
  const values = new Map(day.line.flat().map(({ at, value }) => [at, value]));
  const times = new Set(values.keys());
  const hours = new Set([...times].map((at) => day.clock.floorHour(at)));
  for (const { at } of day.usual) if (!hours.has(day.clock.floorHour(at))) times.add(at);
  return [...times]
    .toSorted((a, b) => a - b)
    .map((at) => ({
      at,
      wall: day.clock.wall(at),
      value: values.get(at) ?? null,
      usual: day.usual.find((hour) => hour.at <= at && at < hour.end) ?? null,
    }));
}

/** The numbers of a day as a table. */
export function dayTable(day: Day): Table {
  const typical = day.usual.length === 0 ? [] : [`Typical ${weekdayName(day.date)}`];
  return {
    caption: `People in line on ${longDayName(day.date)}`,
    columns: ['Time', 'People', ...typical],
    rows: momentsOf(day).map(({ at, wall, value, usual }) => [
      `${clock(wall)}${at === day.now?.at ? ' (now)' : ''}`,
      rounded(value),
      ...typical.map(() => rounded(usual?.value ?? null)),
    ]),
  };
}

function rounded(value: number | null): number | string {
  return value === null ? '–' : Math.round(value * 10) / 10;
}
