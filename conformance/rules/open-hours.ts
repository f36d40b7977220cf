import { isObject } from '../contract/json.ts';
import type { Timestamp } from '../facts/timestamp.ts';
import { clock, isClosedThroughout } from './open-window.ts';
import { check, type Rule } from './rule.ts';

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
      const firsts = [window.start.hour, ...(pastMidnight ? [0] : [])];
      const lasts = [lastHour(window.end), window.end.hour, ...(pastMidnight || whole ? [23] : [])];
      const right = firsts.includes(hours['first']) && lasts.includes(hours['last']);
      check(ledger, 'patterns.open_hours-agree', right, () => ({
        message: 'open hours and open window disagree',
        expected: `${firsts.join(' or ')} to ${[...new Set(lasts)].join(' or ')}, for the window ${clock(window.start)} to ${clock(window.end)}`,
        seen: `${hours['first']} to ${hours['last']}`,
        exchange,
      }));
    }
  },
};

/** The hour of the last minute before a closing time. */
function lastHour({ hour, minute }: Timestamp): number {
  return minute > 0 ? hour : (hour + 23) % 24;
}
