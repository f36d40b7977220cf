import { isObject, type JsonObject } from '../../contract/json.ts';
import { clockOf, clockText } from '../../facts/clock-text.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ParsedResponse } from '../../facts/responses.ts';
import { freshness, isFreshAt, serverTime } from '../../facts/service-clock.ts';
import { localDate, localMinutes, minuteOfDay } from '../../facts/timestamp.ts';
import { counted } from '../../safety/printable.ts';
import type { Ledger, Rule } from '../rule.ts';

/** Closing time and minutes left imply a clock time, which agrees with the service's clock and never goes back. */
export const clock: Rule = {
  name: 'clock',
  judge: (facts, ledger) => {
    const reads = readsOf(facts);
    for (const [at, read] of reads.entries()) {
      const before = reads[at - 1];
      if (before !== undefined && isTurnedBack(facts, before, read))
        ledger.fail('hours.minutes-agree', {
          message: 'closing time and minutes of two responses turn the clock back',
          expected: `${clockText(clockOf(before.hours) ?? 0)} or later`,
          seen: clockText(clockOf(read.hours) ?? 0),
          exchange: read.parsed.exchange,
        });
      else judgeClock(facts, read.parsed, read.hours, ledger);
    }
  },
};

/** The opening information of a status. */
interface Read {
  readonly parsed: ParsedResponse;
  readonly hours: JsonObject;
}

function readsOf({ statuses }: Facts): readonly Read[] {
  return statuses.flatMap((parsed) => {
    const hours = isObject(parsed.body) ? parsed.body['hours'] : undefined;
    return isObject(hours) ? [{ parsed, hours }] : [];
  });
}

/**
 * Checks whether a status shows an earlier time than the one before it. A cached one may, as may a replay that begins again, and another closing
 * time may follow a clock change.
 */
function isTurnedBack(
  { clock: { replayed, todays } }: Facts,
  before: Read,
  { parsed, hours }: Read,
): boolean {
  const [earlier, later] = [clockOf(before.hours), clockOf(hours)];
  if (earlier === undefined || later === undefined || replayed || todays.length !== 1) return false;
  const back = (earlier - later + 1440) % 1440;
  const isCached = Number(parsed.response.headers['age'] ?? 0) > 0;
  return back > freshness && back <= 720 && !isCached && before.hours['closes_at'] === hours['closes_at'];
}

/** The clock time implied by closing time and minutes left must agree with the service's clock. */
function judgeClock(facts: Facts, { exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const { minutes_until_close } = body;
  const clock = clockOf(body);
  if (clock === undefined) return ledger.notApplicable('hours.minutes-agree', reasonWithoutClock(body));
  const { newest, offsetMinutes, changeMinutes, replayed, todays } = facts.clock;
  if (offsetMinutes === undefined || todays.length > 1)
    return ledger.notApplicable(
      'hours.minutes-agree',
      offsetMinutes === undefined ? 'no timestamp shows the local time' : newDay,
    );
  const today = todays[0];
  const shown = `${body['closes_at']} in ${counted(Number(minutes_until_close), 'minute')}, so now is ${clockText(clock)}`;
  // The clock cannot be before the newest data
  if (newest !== undefined && newest.date === today && !facts.arrivals) {
    const floor = minuteOfDay(newest);
    if (clock < floor - 2 - changeMinutes)
      return ledger.fail('hours.minutes-agree', {
        message: 'closing time and minutes imply a time that is already past',
        expected: `now is ${clockText(floor)} or later, by ${newest.text}`,
        seen: shown,
        exchange,
      });
  }
  const now = serverTime(exchange);
  if (!replayed && localDate(now, offsetMinutes) === today) {
    const header = localMinutes(now, offsetMinutes);
    const breach = {
      message: 'closing time and minutes do not agree with the clock',
      expected: `now is ${clockText(header)}`,
      seen: shown,
      exchange,
    };
    // Data as recent as the header proves that both use the same clock
    const age = newest === undefined ? Number.POSITIVE_INFINITY : now - newest.micros / 1000;
    const confirmed = newest !== undefined && isFreshAt(now, newest);
    const apart = isOtherOffset(clock, header, changeMinutes) ? 0 : Math.abs(clock - header);
    const isAhead = apart > 0 && clock > header + freshness && age > -120_000 && age < 180 * 60_000;
    if ((confirmed && apart > freshness + 2) || isAhead) ledger.fail('hours.minutes-agree', breach);
    else if (apart > 2) ledger.warn('hours.minutes-agree', breach);
    else ledger.pass('hours.minutes-agree');
  } else ledger.pass('hours.minutes-agree');
}

/** Why closing time and minutes left don't show the time. */
export function reasonWithoutClock({ is_open, closes_at }: JsonObject): string {
  if (is_open === false) return 'the venue was closed';
  if (is_open === true && closes_at === null) return 'the venue was open without a closing time';
  if (is_open === true && closes_at === '12:00am') return 'the venue may never close';
  return 'the opening information could not be read';
}

/** Why nothing is compared with today. */
export const newDay = 'a new day may have begun during the run';

/** Checks whether the closing time is in the other offset of a day on which clocks change. */
function isOtherOffset(clock: number, header: number, changeMinutes: number): boolean {
  const apart = Math.abs(clock - header);
  return changeMinutes > 0 && Math.abs(Math.min(apart, 1440 - apart) - changeMinutes) <= 2;
}

/** Checks whether the statuses of a run disagree about the opening hours, which an operator may change at any time. */
export function haveHoursChanged(facts: Facts): boolean {
  const told = readsOf(facts).map(({ hours }) => `${hours['is_open']} ${hours['closes_at']}`);
  return new Set(told).size > 1;
}
