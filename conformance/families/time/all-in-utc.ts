import { isObject } from '../../contract/json.ts';
import { addDays, dateOf } from '../../facts/calendar.ts';
import { clockOf } from '../../facts/clock-text.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import { countsOf, sum } from '../../facts/numbers.ts';
import { rowsOf } from '../../facts/pattern-rows.ts';
import { serverTime } from '../../facts/service-clock.ts';
import { localMinutes, offsetText } from '../../facts/timestamp.ts';
import type { Ledger } from '../rule.ts';
import { failAtEachEndpoint } from './each-endpoint.ts';
import type { Occurrence } from './occurrences.ts';

/** Minutes between the offsets of time zones. */
const quarter = 15;
/** The offsets of all time zones, in minutes. */
const offsets = Array.from({ length: 105 }, (_, at) => at * quarter - 720);
/** A smaller difference may be a mistake in the minutes left. */
const leastOfClock = 120;
/** How old the newest data may be, in milliseconds, for its Date header to be the service's clock. */
const mostAge = 3 * 3_600_000;
/** Fewer reports of a day may fit several offsets by chance. */
const reportsNeeded = 8;

/** Reports that all timestamps are in UTC if clock times of the service fit another offset. Returns whether it has. */
export function reportAllInUtc(facts: Facts, occurrences: readonly Occurrence[], ledger: Ledger): boolean {
  const [first] = occurrences;
  if (first === undefined || occurrences.some(({ t }) => t.offsetMinutes !== 0)) return false;
  const offset = localOffset(facts);
  if (offset === undefined) return false;
  failAtEachEndpoint(facts, occurrences, ledger, {
    message: `all timestamps are in UTC, but the clock times fit ${offsetText(offset)}`,
    expected: `local time with the offset ${offsetText(offset)}`,
    seen: first.t.text,
  });
  return true;
}

/** The offset other than 0 that the hours of a day's reports fit, or else closing time and minutes left. */
function localOffset(facts: Facts): number | undefined {
  const ofDay = offsetsOfDay(facts);
  const ofClock = offsetOfClock(facts);
  if (ofDay.length > 0 && !ofDay.includes(0))
    return ofDay.find((one) => one === ofClock) ?? ofDay.find((one) => one % 60 === 0) ?? ofDay[0];
  return ofClock !== undefined && Math.abs(ofClock) >= leastOfClock ? ofClock : undefined;
}

/** The offsets at which patterns of a single day count exactly the reports of that day by their hours; none without such patterns. */
function offsetsOfDay(facts: Facts): readonly number[] {
  const response = facts.patterns.find(({ since, until }) => since !== undefined && since === until);
  const day = response?.since;
  if (response === undefined || day === undefined) return [];
  const around = [addDays(day, -1), day, addDays(day, 1)];
  const rows = rowsOf(response, 'by_hour');
  if (sum(rows.map(({ count }) => count)) < reportsNeeded || !around.every(facts.fullyObserved)) return [];
  const minutes = groupsIn(facts, addDays(day, -1), addDays(day, 1)).flatMap(({ t, count }) =>
    Array.from({ length: count }, () => Math.floor(t.micros / 60_000_000)),
  );
  return offsets.filter((offset) => {
    const own = minutes
      .map((minute) => minute + offset)
      .filter((minute) => dateOf(Math.floor(minute / 1440)) === day);
    const counts = countsOf(own.map((minute) => Math.floor((minute % 1440) / 60)));
    return rows.every(({ index, count }) => (counts.get(index) ?? 0) === count);
  });
}

/** The offset of the time that closing time and minutes left imply, if the deployment's clock is known. */
function offsetOfClock({ statuses, clock: { newest } }: Facts): number | undefined {
  for (const { body, exchange } of statuses) {
    const clock = isObject(body) && isObject(body['hours']) ? clockOf(body['hours']) : undefined;
    const now = serverTime(exchange);
    const age = newest === undefined ? Number.POSITIVE_INFINITY : Math.abs(now - newest.micros / 1000);
    if (clock === undefined || age > mostAge) continue;
    const ahead = clock - localMinutes(now, 0);
    const nearest = Math.round(ahead / quarter) * quarter;
    if (Math.abs(ahead - nearest) > 2) return undefined;
    return offsets.find((offset) => (((offset - nearest) % 1440) + 1440) % 1440 === 0);
  }
  return undefined;
}
