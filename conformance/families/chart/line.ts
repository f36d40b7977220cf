import { addDays, daysBetween, mayBeginWeek } from '../../facts/calendar.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import { countsOf, extremes } from '../../facts/numbers.ts';
import type { ChartResponse, Point } from '../../facts/responses.ts';
import { isByNoon, singleDay } from '../../facts/service-clock.ts';
import { minuteOfDay, type Timestamp } from '../../facts/timestamp.ts';
import { counted } from '../../safety/printable.ts';
import { check, type Ledger, type Rule } from '../rule.ts';
import { judgeLongLines } from './long-averages.ts';
import { type LongLine, readLongLine } from './long-line.ts';
import { isOpenAt } from './open-window.ts';

const minute = 60_000_000;
const longestStep = 60;
/** How far from a report made while the venue was closed the line may have a value, in microseconds. */
const closedReach = 180 * minute;
/** A day whose first and last report are this many minutes apart must have three line points, whatever its hours. */
const reportsApart = 240;
/** Number of days from which a range is certainly long in the description's sense, in both forms. */
const longRange = 14;

/** Order, extent and spacing of the line, and averages on long ranges. */
export const chartLine: Rule = {
  name: 'chart-line',
  judge: (facts, ledger) => {
    const longLines: LongLine[] = [];
    for (const chart of facts.charts.filter(({ lineReadable }) => lineReadable)) {
      if (chart.line.length === 0) {
        const line = readEmptyLine(facts, chart);
        if (line !== undefined) longLines.push(line);
        continue;
      }
      judgeOrder(chart, ledger);
      const day = singleDay(chart);
      if (day !== undefined) {
        judgeExtent(facts, chart, day, ledger);
        judgeSpacing(facts, chart, ledger);
        judgeClosed(facts, chart, ledger);
      } else if (chart.since !== undefined && chart.until !== undefined) {
        const days = daysBetween(chart.since, chart.until) + 1;
        judgeRangeExtent(chart, chart.since, chart.until, ledger);
        const range = { ...chart, since: chart.since, until: chart.until };
        const isRaw = days < longRange && judgeShortSteps(facts, chart, days, ledger);
        const line = isRaw ? undefined : readLongLine(facts, range);
        if (line !== undefined) longLines.push(line);
      }
    }
    judgeLongLines(facts, longLines, ledger);
  },
};

function judgeOrder({ exchange, line }: ChartResponse, ledger: Ledger): void {
  const backwards = line.findIndex(({ t }, at) => at > 0 && t.micros <= (line[at - 1]?.t.micros ?? 0));
  check(ledger, 'chart.line', backwards === -1, () => ({
    message: 'line points are not in time order',
    expected: `later than ${line[backwards - 1]?.t.text}`,
    seen: line[backwards]?.t.text ?? '',
    exchange,
  }));
}

function judgeExtent(
  facts: Facts,
  { exchange, line, window }: ChartResponse,
  day: string,
  ledger: Ledger,
): void {
  const next = addDays(day, 1);
  // Opening hours past midnight belong to the day they began on. Form 1 does not show them, so the line may go on until noon
  const isWithin = ({ t }: Point<number | null>) => {
    if (t.date !== next) return t.date === day;
    const isMidnight = minuteOfDay(t) === 0;
    return isMidnight || (facts.form === 1 ? isByNoon(t) : t.micros <= (window?.end.micros ?? 0));
  };
  const outside = line.find((point) => !isWithin(point));
  check(ledger, 'chart.line', outside === undefined, () => ({
    message: `the line of ${day} goes beyond that day`,
    expected: day,
    seen: outside?.t.text ?? '',
    exchange,
  }));
}

function judgeRangeExtent(
  { exchange, line }: ChartResponse,
  since: string,
  until: string,
  ledger: Ledger,
): void {
  // The first week of a range may begin before the range, and the last may end after it
  const outside = line.find(({ t }) => t.date < addDays(since, -6) || t.date > addDays(until, 6));
  const weekly = line.length > 1 && line.length <= daysBetween(since, until) / 7 + 3;
  const strict = weekly ? undefined : line.find(({ t }) => t.date < since || t.date > addDays(until, 1));
  const found = outside ?? strict;
  check(ledger, 'chart.line', found === undefined, () => ({
    message: 'the line goes beyond its range',
    expected: `${since} to ${until}`,
    seen: found?.t.text ?? '',
    exchange,
  }));
}

/**
 * Judges a range of 2 to 13 days with several points a day; returns whether it has. "For longer ranges … line points are daily or
 * weekly averages" is a sentence about Form 2. Form 1 leaves open which ranges are long, but a line is regular or averaged.
 */
function judgeShortSteps(
  facts: Facts,
  { exchange, line }: ChartResponse,
  days: number,
  ledger: Ledger,
): boolean {
  // The end of the last day may have a point of its own
  if (line.length <= days + 1) return false;
  // A line of opening hours only has a gap each night
  const gaps = line
    .slice(1)
    .flatMap(({ t }, at) => (t.date === line[at]?.t.date ? [t.micros - line[at].t.micros] : []));
  const step = mostFrequent(gaps);
  const isRegular = gaps.filter((gap) => gap % step < minute).length >= 0.9 * gaps.length;
  const breach = {
    message: `the line of ${days} days has several points a day`,
    expected: facts.form === 2 ? 'daily or weekly averages' : 'averages, or points at regular intervals',
    seen: counted(line.length, 'point'),
    exchange,
  };
  if (facts.form === 1 && isRegular) ledger.warn('chart.long-steps', breach);
  else ledger.fail('chart.long-steps', breach);
  return true;
}

function judgeSpacing(
  facts: Facts,
  { exchange, since, until, line, scatter, window }: ChartResponse,
  ledger: Ledger,
): void {
  if (line.length < 3) {
    const reported = scatter.filter(({ t }) => isOpenAt(window, t));
    const [first, last] = extremes(reported.map(({ t }) => t.micros));
    const apart = (last - first) / minute;
    if (apart >= reportsApart) {
      const breach = {
        message: 'the line of a day has fewer than three points, although its reports are hours apart',
        expected: `a point at least every ${longestStep} minutes`,
        seen: `${counted(line.length, 'point')}; reports over ${Math.round(apart)} minutes`,
        exchange,
      };
      // Form 1 does not show since when the venue is open; a line up to now may have just begun
      const mayHaveBegun = facts.form === 1 && since === undefined && until === undefined;
      if (mayHaveBegun) ledger.warn('chart.day-spacing', breach);
      else ledger.fail('chart.day-spacing', breach);
      return;
    }
    ledger.notApplicable('chart.day-spacing', 'the line of a day has fewer than three points');
    return;
  }
  const gaps = line.slice(1).map(({ t }, at) => (t.micros - (line[at]?.t.micros ?? 0)) / minute);
  const step = mostFrequent(gaps);
  for (const [at, gap] of gaps.entries()) {
    if (Math.abs(gap - step) < 0.02) continue;
    const [from, to] = [line[at]?.t, line[at + 1]?.t];
    if (from === undefined || to === undefined) continue;
    const breach = {
      message: 'line points of a day are not evenly spaced',
      expected: counted(step, 'minute'),
      seen: `${counted(gap, 'minute')} from ${from.text} to ${to.text}`,
      exchange,
    };
    const whole = gap > step && Math.abs(gap / step - Math.round(gap / step)) < 0.001;
    const atEnds = (at === 0 || at === gaps.length - 1) && gap < step && gap > 0;
    if (atEnds) ledger.warn('chart.day-spacing', breach);
    else if (whole && (gap > 2 * step || facts.form === 2) && mayBeClosed(facts, window, from, to, step))
      continue;
    else ledger.fail('chart.day-spacing', breach);
    if (!atEnds) return;
  }
  ledger.pass('chart.day-spacing');
}

/** A line that covers opening hours only has a gap at closed times. */
function mayBeClosed(
  facts: Facts,
  window: ChartResponse['window'],
  from: Timestamp,
  to: Timestamp,
  step: number,
): boolean {
  if (facts.form === 1) return true;
  return (window?.closed ?? []).some(
    ({ start, end }) =>
      start.micros <= from.micros + step * minute && end.micros >= to.micros - step * minute,
  );
}

/**
 * While the venue is closed, there is no value. But reports made then may give the line some: nothing says that nobody reports
 * outside opening hours, or that the line ignores it.
 */
function judgeClosed(facts: Facts, { exchange, line, scatter, window }: ChartResponse, ledger: Ledger): void {
  if (facts.form === 1 || window === null || window === undefined) return;
  const steps = line.slice(1).map(({ t }, at) => t.micros - (line[at]?.t.micros ?? 0));
  const margin = Math.max(minute, steps.length > 0 ? mostFrequent(steps) : 0);
  // After midnight the venue may still be open since the day before, which another week may have other hours for
  const lastNight = window.end.date > window.start.date ? window.end.hour * 60 + window.end.minute : 0;
  const night = mayBeginWeek(window.start.date) ? 720 : lastNight;
  const isClosed = ({ t }: Point<unknown>, edge: number, nightEnds: number) =>
    window.closed.some(({ start, end }) => t.micros > start.micros + edge && t.micros < end.micros - edge) ||
    (t.date === window.start.date &&
      t.micros < window.start.micros - edge &&
      t.hour * 60 + t.minute > nightEnds) ||
    t.micros > window.end.micros + edge;
  const inside = line.filter((point) => isClosed(point, margin, night));
  const valued = inside.filter(({ value }) => value !== null);
  const reports = scatter.filter((report) => isClosed(report, -minute, -1));
  const isOfReport = ({ t }: Point<unknown>) =>
    reports.some((report) => Math.abs(report.t.micros - t.micros) <= closedReach);
  const [point] = [...valued.filter((one) => !isOfReport(one)), ...valued];
  if (inside.length === 0)
    ledger.notApplicable('chart.line-null-closed', 'no line point is in a closed part of a day');
  else if (point === undefined) ledger.pass('chart.line-null-closed');
  else {
    const breach = {
      message: 'the line has a value while the venue is closed',
      expected: 'null',
      seen: `${point.value} at ${point.t.text}`,
      exchange,
    };
    if (isOfReport(point)) ledger.warn('chart.line-null-closed', breach);
    else ledger.fail('chart.line-null-closed', breach);
  }
}

/** A line without points, although its range of several days has reports. Form 1 leaves open from how many days on it needs some. */
function readEmptyLine(facts: Facts, chart: ChartResponse): LongLine | undefined {
  const { since, until } = chart;
  if (since === undefined || until === undefined || since === until) return undefined;
  if (facts.form === 1 && daysBetween(since, until) + 1 < longRange) return undefined;
  const missing = [...new Set(groupsIn(facts, since, until).map(({ t }) => t.date))];
  return { chart: { ...chart, since, until }, periods: [], doubled: [], missing, breaches: [], inexact: [] };
}

function mostFrequent(values: readonly number[]): number {
  return [...countsOf(values)].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}
