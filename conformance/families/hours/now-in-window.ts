import { isObject, type JsonObject } from '../../contract/json.ts';
import { mayBeginWeek } from '../../facts/calendar.ts';
import { clockMinutes, clockOf, clockText } from '../../facts/clock-text.ts';
import type { Facts } from '../../facts/facts.ts';
import type { OpenWindow, ParsedResponse } from '../../facts/responses.ts';
import { isUnranged } from '../../facts/responses.ts';
import { serverTime } from '../../facts/service-clock.ts';
import { localDate, localMinutes } from '../../facts/timestamp.ts';
import { check, type Ledger, type Rule } from '../rule.ts';
import { haveHoursChanged } from './clock.ts';

const minute = 60_000_000;
/** How far from the edge of a part the time must be, in minutes. */
const margin = 5;

/** Checks whether the venue is open now, and when it opens again, as today's open window shows it. */
export const nowInWindow: Rule = {
  name: 'now-in-window',
  judge: (facts, ledger) => {
    const chart = facts.charts.find(isUnranged);
    const window = chart?.window;
    if (facts.form === 1 || window === null || window === undefined || haveHoursChanged(facts)) return;
    for (const parsed of facts.statuses) {
      const hours = isObject(parsed.body) ? parsed.body['hours'] : undefined;
      if (isObject(hours)) judgeNow(facts, parsed, hours, window, ledger);
    }
  },
};

/** A part of the day: open, or closed until an opening of the same day if there is one. */
interface Part {
  readonly isOpen: boolean;
  readonly opensAt: number | undefined;
}

function judgeNow(
  facts: Facts,
  { exchange }: ParsedResponse,
  hours: JsonObject,
  window: OpenWindow,
  ledger: Ledger,
): void {
  const now = headerNow(facts, exchange, window);
  const part = now === undefined ? undefined : partAt(window, now);
  if (now === undefined || part === undefined) return;
  const shown = clockText(localMinutes(now / 1000, window.start.offsetMinutes));
  const breach = (message: string, expected: string, seen: string) => ({ message, expected, seen, exchange });
  if (hours['is_open'] === true && !part.isOpen) {
    // Two clocks must agree: the header's, and the one that closing time and minutes imply
    const implied = clockOf(hours);
    const isSure =
      implied !== undefined &&
      Math.abs(implied - localMinutes(now / 1000, window.start.offsetMinutes)) <= margin;
    if (isSure)
      ledger.fail(
        'hours.window-agrees',
        breach("is_open is true in a closed part of today's open window", `false at ${shown}`, 'true'),
      );
  } else if (hours['is_open'] === false && part.isOpen) {
    // Only recent data prove that the header shows the service's time
    if (facts.clock.onHeader)
      ledger.fail(
        'hours.window-agrees',
        breach("is_open is false in an open part of today's open window", `true at ${shown}`, 'false'),
      );
  } else if (hours['is_open'] === false && part.opensAt !== undefined) {
    const opens = clockMinutes(hours['opens_at']);
    if (opens === undefined) return;
    check(ledger, 'hours.opens_at', Math.abs(opens - part.opensAt) <= 1, () =>
      breach(
        "opens_at is not the next opening in today's open window",
        `${clockText(part.opensAt ?? 0)}, since it is ${shown}`,
        String(hours['opens_at']),
      ),
    );
  }
}

/** The service's time in microseconds by the Date header, if nothing speaks against it and the window is today's. */
function headerNow(
  { clock: { replayed, todays, offsetMinutes, changeMinutes } }: Facts,
  exchange: ParsedResponse['exchange'],
  window: OpenWindow,
): number | undefined {
  const ms = serverTime(exchange);
  const isToday =
    offsetMinutes === window.start.offsetMinutes &&
    todays.length === 1 &&
    todays[0] === window.start.date &&
    localDate(ms, window.start.offsetMinutes) === window.start.date;
  return !replayed && changeMinutes === 0 && isToday && exchange.response?.headers['date'] !== undefined
    ? ms * 1000
    : undefined;
}

/** The part of the window's day at an instant; undefined near an edge, and where opening hours of the night before may reach. */
function partAt({ start, end, closed }: OpenWindow, now: number): Part | undefined {
  const isNight = end.date > start.date || (now < start.micros && mayBeginWeek(start.date));
  const edges = [start.micros, end.micros, ...closed.flatMap((one) => [one.start.micros, one.end.micros])];
  if (isNight || edges.some((edge) => Math.abs(edge - now) < margin * minute)) return undefined;
  const isClosed = (at: number) =>
    at < start.micros ||
    at >= end.micros ||
    closed.some((one) => at >= one.start.micros && at < one.end.micros);
  if (!isClosed(now)) return { isOpen: true, opensAt: undefined };
  const opening = edges
    .filter((edge) => edge > now && !isClosed(edge))
    .reduce<number | undefined>(
      (least, edge) => (least === undefined || edge < least ? edge : least),
      undefined,
    );
  const opensAt = opening === undefined ? undefined : localMinutes(opening / 1000, start.offsetMinutes);
  return { isOpen: false, opensAt };
}
