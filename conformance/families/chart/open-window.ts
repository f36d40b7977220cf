import { isObject } from '../../contract/json.ts';
import { addDays, mondayOf, weekdayOf } from '../../facts/calendar.ts';
import type { ChartResponse, OpenWindow } from '../../facts/responses.ts';
import { isUnranged } from '../../facts/responses.ts';
import { isByNoon, singleDay } from '../../facts/service-clock.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import { check, type Ledger, type Rule } from '../rule.ts';

const day = 86_400_000_000;

/** The open window: present for single days only, equal on every day of a week, and consistent. */
export const openWindow: Rule = {
  name: 'open-window',
  judge: (facts, ledger) => {
    if (facts.form === 1) return;
    const windows: { readonly date: string; readonly window: OpenWindow; readonly chart: ChartResponse }[] =
      [];
    for (const chart of facts.charts) {
      if (!isObject(chart.body) || !('open_window' in chart.body)) continue;
      const isNull = chart.body['open_window'] === null;
      const single = isUnranged(chart) ? 'today' : singleDay(chart);
      if (single !== undefined) {
        check(ledger, 'chart.open_window-single-day', !isNull, () => ({
          message: `the chart of one day (${single}) has no open window`,
          expected: 'an object',
          seen: 'null',
          exchange: chart.exchange,
        }));
        const date = singleDay(chart) ?? chart.window?.start.date;
        if (chart.window !== null && chart.window !== undefined && date !== undefined)
          windows.push({ date, window: chart.window, chart });
      } else if (chart.since !== undefined && chart.until !== undefined) {
        check(ledger, 'chart.open_window-long', isNull, () => ({
          message: 'the chart of several days has an open window',
          expected: 'null',
          seen: JSON.stringify(isObject(chart.body) ? chart.body['open_window'] : null),
          exchange: chart.exchange,
        }));
      }
    }
    for (const { date, window, chart } of windows) judgeWindow(date, window, chart, ledger);
    judgeWeeks(windows, ledger);
  },
};

function judgeWindow(date: string, window: OpenWindow, { exchange }: ChartResponse, ledger: Ledger): void {
  const { start, end, closed } = window;
  const shown = `${start.text} to ${end.text}`;
  const isDayAndNight = end.micros - start.micros <= 1.25 * day || isByNoon(end);
  const isOfDay = start.date === date && end.micros > start.micros && end.date <= addDays(date, 1);
  check(ledger, 'chart.open_window-bounds', isOfDay && isDayAndNight, () => ({
    message: `the window of ${date} is not within that day and the night after it`,
    expected: `a start on ${date}, and an end by noon of the next day`,
    seen: shown,
    exchange,
  }));
  // Nothing says in which order the parts are
  const parts = closed.toSorted((a, b) => a.start.micros - b.start.micros);
  const wrong = parts.find(
    (part, at) =>
      part.end.micros <= part.start.micros ||
      part.start.micros < Math.max(start.micros, parts[at - 1]?.end.micros ?? 0) ||
      part.end.micros > end.micros,
  );
  check(ledger, 'chart.open_window-closed', wrong === undefined, () => ({
    message: 'a closed part ends before it starts, extends beyond the window, or overlaps another',
    expected: `parts of ${shown}`,
    seen: `${wrong?.start.text} to ${wrong?.end.text}`,
    exchange,
  }));
}

/**
 * Hours may differ from week to week, but not within one. Weeks begin on Monday, the first weekday of patterns; a Sunday may
 * belong to the next week.
 */
function judgeWeeks(
  windows: readonly { readonly date: string; readonly window: OpenWindow; readonly chart: ChartResponse }[],
  ledger: Ledger,
): void {
  for (const [at, one] of windows.entries()) {
    const others = windows
      .slice(0, at)
      .filter(({ date }) => date !== one.date && mondayOf(date) === mondayOf(one.date));
    const other = others.find(({ date }) => !isSunday(date)) ?? others[0];
    if (other === undefined) continue;
    const same =
      [other, one].some(({ window }) => clocksChangeIn(window)) ||
      (clock(other.window.start) === clock(one.window.start) &&
        clock(other.window.end) === clock(one.window.end));
    const breach = {
      message: `the windows of ${other.date} and ${one.date} differ, although they are in the same week`,
      expected: `${clock(other.window.start)} to ${clock(other.window.end)}`,
      seen: `${clock(one.window.start)} to ${clock(one.window.end)}`,
      exchange: one.chart.exchange,
    };
    if (same) ledger.pass('chart.open_window-bounds');
    else if ([other, one].some(({ date }) => isSunday(date))) ledger.warn('chart.open_window-bounds', breach);
    else ledger.fail('chart.open_window-bounds', breach);
  }
}

function isSunday(date: string): boolean {
  return weekdayOf(date) === 6;
}

/** A time that the clocks skip, such as 2:00 when summer time begins, is written as another one. */
function clocksChangeIn({ start, end }: OpenWindow): boolean {
  return start.offsetMinutes !== end.offsetMinutes;
}

/** Checks whether the venue is closed for the whole window. */
export function isClosedThroughout({ start, end, closed }: OpenWindow): boolean {
  const length = closed.reduce((sum, part) => sum + part.end.micros - part.start.micros, 0);
  return closed.length > 0 && length >= end.micros - start.micros;
}

/** Checks whether a window shows that the venue is open at a time; without a window, that is not known, and true. */
export function isOpenAt(window: ChartResponse['window'], { micros }: Timestamp): boolean {
  if (window === null || window === undefined) return true;
  const isIn = ({ start, end }: { start: Timestamp; end: Timestamp }) =>
    micros >= start.micros && micros <= end.micros;
  return isIn(window) && !window.closed.some(isIn);
}

/** Clock time of a timestamp, as `hh:mm`. */
export function clock({ hour, minute }: Timestamp): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
