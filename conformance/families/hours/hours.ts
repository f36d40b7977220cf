import { isObject, type JsonObject } from '../../contract/json.ts';
import { mayBeginWeek } from '../../facts/calendar.ts';
import { clockMinutes, clockOf, clockText } from '../../facts/clock-text.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ParsedResponse } from '../../facts/responses.ts';
import { isUnranged } from '../../facts/responses.ts';
import { minuteOfDay } from '../../facts/timestamp.ts';
import { check, type Ledger, type Rule } from '../rule.ts';
import { haveHoursChanged, newDay, reasonWithoutClock } from './clock.ts';

/** Opening information: consistent in itself, with the clock and with the open window. */
export const hours: Rule = {
  name: 'hours',
  judge: (facts, ledger) => {
    for (const parsed of facts.statuses) {
      const body = isObject(parsed.body) ? parsed.body['hours'] : undefined;
      if (!isObject(body)) continue;
      judgeSoon(parsed, body, ledger);
      judgeOpening(facts, parsed, body, ledger);
      judgeWindow(facts, parsed, body, ledger);
    }
  },
};

/** Minutes before closing that nobody calls soon; how soon is soon is left open. */
const longestSoon = 360;

function judgeSoon({ exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const { is_open, closing_soon, minutes_until_close } = body;
  if (closing_soon !== true) return;
  if (is_open === false) {
    ledger.fail('hours.closing_soon', {
      message: 'closing soon, but already closed',
      expected: 'false while closed',
      seen: 'true',
      exchange,
    });
  } else if (typeof minutes_until_close === 'number' && minutes_until_close > longestSoon) {
    ledger.fail('hours.closing_soon', {
      message: `closing soon with ${minutes_until_close} minutes left`,
      expected: 'false hours before closing',
      seen: 'true',
      exchange,
    });
  }
}

function judgeOpening(facts: Facts, { exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const { is_open, minutes_until_close } = body;
  if (typeof minutes_until_close !== 'number') return;
  const isFar = is_open === true && minutes_until_close > 1440 + facts.clock.changeMinutes;
  // A week in which the venue is open for a whole day has a window of a whole day
  if (isFar && closesToday(facts))
    ledger.fail('hours.minutes-agree', {
      message: 'closing is more than a day away, although the venue closes every day',
      expected: 'less than 1440',
      seen: String(minutes_until_close),
      exchange,
    });
}

/** Checks whether today's window is shorter than a day, so that the venue closes on each of this week's days. */
function closesToday({ charts }: Facts): boolean {
  return charts.some(
    ({ since, until, window }) =>
      since === undefined &&
      until === undefined &&
      window !== null &&
      window !== undefined &&
      window.end.micros - window.start.micros < 23 * 3_600_000_000,
  );
}

/** Checks whether closing is further away than midnight, as in hours that last for days. */
function isAfterMidnight({ minutes_until_close }: JsonObject, clock: number | undefined): boolean {
  return clock !== undefined && typeof minutes_until_close === 'number' && minutes_until_close > 1440 - clock;
}

/** Today's window ends, and its closed parts begin, at closing times; `closes_at` must be one of them. */
function judgeWindow(facts: Facts, { exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const skip = (reason: string) => ledger.notApplicable('hours.window-agrees', reason);
  const closes = clockMinutes(body['closes_at']);
  if (body['is_open'] !== true || closes === undefined) return skip(reasonWithoutClock(body));
  if (facts.clock.todays.length > 1) return skip(newDay);
  const window = facts.charts.find(isUnranged)?.window;
  if (window === null || window === undefined) return skip('there is no open window of today');
  if (haveHoursChanged(facts)) return skip('the opening hours changed during the run');
  // After midnight the closing time belongs to yesterday's hours
  const clock = clockOf(body);
  const isNight = clock === undefined || clock < minuteOfDay(window.start);
  if (isNight && mayBeginWeek(window.start.date)) return skip('the hours of the week before may not be over');
  const crosses = window.end.date > window.start.date && minuteOfDay(window.end) > 0 && isNight;
  const ends = [window.end, ...window.closed.map(({ start }) => start)].map(minuteOfDay);
  // A window cut at midnight does not show when the venue closes after that
  const isCut =
    minuteOfDay(window.end) === 0 &&
    window.closed.every(({ end }) => end.micros !== window.end.micros) &&
    (closes < 720 || isAfterMidnight(body, clock));
  if (isCut && closes > 0) return skip('the open window ends at midnight, the opening hours do not');
  const near = ends.some((end) => Math.abs(end - closes) <= 1 || Math.abs(end - closes) >= 1439);
  check(ledger, 'hours.window-agrees', near || crosses, () => ({
    message: "the closing time is not a closing time of today's open window",
    expected: [...new Set(ends)].map(clockText).join(' or '),
    seen: String(body['closes_at']),
    exchange,
  }));
}
