import { isObject } from '../../contract/json.ts';
import { daysBetween, mondayOf } from '../../facts/calendar.ts';
import type { OpenWindow } from '../../facts/responses.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import { clock, isClosedThroughout } from '../chart/open-window.ts';
import type { Rule } from '../rule.ts';

/** First and last open hour agree with the open windows of single days. */
export const openHours: Rule = {
  name: 'open-hours',
  judge: (facts, ledger) => {
    if (facts.form === 1) return;
    const windows = facts.charts.flatMap(({ window }) => window ?? []);
    const [window] = windows;
    if (window === undefined)
      return ledger.notApplicable('patterns.open_hours-agree', 'no open window was seen');
    const same = windows.every(
      (one) => clock(one.start) === clock(window.start) && clock(one.end) === clock(window.end),
    );
    if (!same)
      return ledger.notApplicable('patterns.open_hours-agree', 'the open windows of different weeks differ');
    const whole = clock(window.start) === clock(window.end);
    const pastMidnight = window.end.date > window.start.date && clock(window.end) !== '00:00';
    const never = windows.every(isClosedThroughout);
    if (never)
      return ledger.notApplicable('patterns.open_hours-agree', 'every day seen is closed throughout');
    for (const { body, exchange } of facts.patterns) {
      const hours = isObject(body) ? body['open_hours'] : undefined;
      if (!isObject(hours) || typeof hours['first'] !== 'number' || typeof hours['last'] !== 'number')
        continue;
      const { first, last } = hours as { first: number; last: number };
      const firsts = [window.start.hour, ...(pastMidnight ? [0] : [])];
      const lasts = [lastHour(window.end), window.end.hour, ...(pastMidnight || whole ? [23] : [])];
      const right = firsts.includes(first) && lasts.includes(last);
      const breach = {
        message: 'open hours and open window disagree',
        expected: `${firsts.join(' or ')} to ${[...new Set(lasts)].join(' or ')}, for the window ${clock(window.start)} to ${clock(window.end)}`,
        seen: `${first} to ${last}`,
        exchange,
      };
      // Weeks that were not seen may have other hours, and longer ones even if these are the usual
      const isWider =
        first <= window.start.hour && after(last, first) >= after(lastHour(window.end), window.start.hour);
      if (right) ledger.pass('patterns.open_hours-agree');
      else if (isWider || !areUsual(windows)) ledger.warn('patterns.open_hours-agree', breach);
      else ledger.fail('patterns.open_hours-agree', breach);
    }
  },
};

/** Checks whether windows, all of them equal, are of weeks an odd number of weeks apart, so that not even alternating weeks differ. */
function areUsual(windows: readonly OpenWindow[]): boolean {
  const weeks = windows.map(({ start }) => daysBetween('1970-01-05', mondayOf(start.date)) / 7);
  return new Set(weeks.map((week) => week % 2)).size > 1;
}

/** An hour, or that hour of the next day if it is earlier than another. */
function after(hour: number, other: number): number {
  return hour < other ? hour + 24 : hour;
}

/** The hour of the last minute before a closing time. */
function lastHour({ hour, minute }: Timestamp): number {
  return minute > 0 ? hour : (hour + 23) % 24;
}
