import { isObject } from '../contract/json.ts';
import type { ProbeDates } from '../requests/probe-dates.ts';
import { addDays, dateOf, daysBetween, mondayOf, weekdayOf } from './calendar.ts';
import type { ReportGroup } from './consensus.ts';
import type { Facts } from './facts.ts';
import { sum } from './numbers.ts';
import { rowsOf } from './pattern-rows.ts';
import { isUnranged } from './responses.ts';
import { serverTime } from './service-clock.ts';
import { localDate, localMinutes } from './timestamp.ts';

/** No run takes longer. */
const longestRunMinutes = 20;

/**
 * Chooses the dates that the second part of a run requests: those on which mistakes about day boundaries, clock changes, and closed or
 * empty days show best. `ProbeDates` says what each is for.
 */
export function chooseProbeDates(facts: Facts): ProbeDates {
  const today =
    facts.clock.todays[0] ??
    facts.clock.newest?.date ??
    dateOf(Math.floor(facts.evidence.startedAt / 86_400_000));
  const days: ReadonlyMap<string, readonly ReportGroup[]> = Map.groupBy(
    facts.groups.filter(({ t, count }) => t.date < today && count > 0),
    ({ t }) => t.date,
  );
  const dates = [...days.keys()].sort();
  const yesterday = addDays(today, -1);
  const score = (date: string) => boundaryScore(date, days);
  const best = (candidates: readonly string[], otherwise: string, bonus = (_date: string) => 0) =>
    [...candidates].sort((a, b) => score(b) + bonus(b) - score(a) - bonus(a) || (a < b ? 1 : -1))[0] ??
    otherwise;

  const inner = dates.filter((date) => days.has(addDays(date, -1)) && days.has(addDays(date, 1)));
  const anyDay = best(inner.length > 0 ? inner : dates, yesterday);
  const change = best(
    dates.filter((date) => offsetChanges(date, days)),
    '',
  );
  const besideChange = best(
    inner.filter((date) => date !== change && mondayOf(date) === mondayOf(change || today)),
    '',
  );

  /**
   * The two days that get a chart each. The second one is of the weekday that seems closed, where a line must have no values; else the day of a
   * clock change, beside another day of its week, since windows are compared within weeks; else one that may have other hours.
   */
  function pairOfDays(): Pick<ProbeDates, 'day' | 'otherDay'> {
    const isClear = (date: string) => date !== '' && score(date) >= 0.6 * score(anyDay);
    const closed = facts.form === 2 ? closedWeekday(facts, today) : undefined;
    if (closed !== undefined) {
      const one = isClear(change) && weekdayOf(change) !== closed ? change : anyDay;
      return { day: one, otherDay: lastOfWeekday(closed, one, today) };
    }
    if (change !== '' && isClear(besideChange)) return { day: besideChange, otherDay: change };
    return {
      day: anyDay,
      otherDay: change !== '' && change !== anyDay ? change : dayOfOtherHours(anyDay, today, days),
    };
  }
  const { day, otherDay } = pairOfDays();

  const isOtherDayEmpty = !days.has(otherDay) && otherDay < today && facts.fullyObserved(otherDay);
  const first = dates[0] ?? yesterday;
  const last = dates.at(-1) ?? yesterday;
  const week = Array.from({ length: 7 }, (_, at) => addDays(mondayOf(day), at));
  const recent = dates.slice(1).filter((date) => daysBetween(date, last) <= 9);
  const early = dates.slice(0, -1).filter((date) => daysBetween(first, date) <= 9);
  // Three weeks that begin and end on days with reports, if possible
  const longEnds = dates.filter((date) => days.has(addDays(date, -20)));
  // Services are known to lose the last day of weeks and months
  const monthEnd = (date: string) => (addDays(date, 1).endsWith('-01') ? 30 : 0);
  const sunday = (date: string) => (addDays(mondayOf(date), 6) === date ? 8 : 0);
  const longUntil = best(longEnds, last, monthEnd);
  const empty = emptyDays(first, last, days);
  const few = fewDays(7, dates, anyDay, score);
  const long = { since: addDays(longUntil, -20), until: longUntil };
  const span = Math.min(366, Math.max(100, daysBetween(first, last) + 1));
  return {
    day,
    otherDay,
    week: week.filter((date) => date !== day && date !== otherDay && date < today),
    empty,
    pair: isOtherDayEmpty ? fewDays(2, dates, anyDay, score) : empty,
    since: best(recent, last),
    until: best(early, first, sunday),
    few,
    long,
    ends: longEnds.length > 0 ? long : few,
    wide: { since: addDays(last, 1 - span), until: last },
    isMidnightFar: isMidnightFar(facts),
  };
}

/** How many reports show on which weekdays nobody reports. */
const reportsOfWeeks = 50;

/** The weekday, 0 for Monday, on which the venue is probably closed. */
function closedWeekday(facts: Facts, today: string): number | undefined {
  return weekdayWithoutReports(facts) ?? (isClosedAllDay(facts, today) ? weekdayOf(today) : undefined);
}

/**
 * Checks whether today's window is closed from its start to its end, or a status says within the window that the venue is closed, and nobody
 * has reported today.
 */
function isClosedAllDay({ charts, statuses, groupsByDate }: Facts, today: string): boolean {
  const window = charts.find((chart) => chart.window?.start.date === today)?.window;
  if (window === undefined || window === null) return false;
  const { start, end, closed } = window;
  if (closed.some((part) => part.start.micros <= start.micros && part.end.micros >= end.micros)) return true;
  if (groupsByDate.has(today)) return false;
  return statuses.some(({ body, exchange }) => {
    const at = serverTime(exchange) * 1000;
    return (
      isObject(body) &&
      isObject(body['hours']) &&
      body['hours']['is_open'] === false &&
      at > start.micros &&
      at < end.micros
    );
  });
}

/** The weekday with hardly any reports in the patterns of all time. If there are several, the last of the week. */
function weekdayWithoutReports({ patterns }: Facts): number | undefined {
  const allTime = patterns.find(isUnranged);
  const rows = allTime === undefined ? [] : rowsOf(allTime, 'by_weekday');
  const total = sum(rows.map(({ count }) => count));
  if (rows.length !== 7 || total < reportsOfWeeks) return undefined;
  return rows
    .filter(({ index, count }) => count <= total / 70 && index >= 0 && index <= 6)
    .map(({ index }) => index)
    .sort((a, b) => b - a)[0];
}

/** The date of a weekday in the week of a date, or in the week before if it is not over. */
function lastOfWeekday(weekday: number, date: string, today: string): string {
  const own = addDays(mondayOf(date), weekday);
  return own < today ? own : addDays(own, -7);
}

/** Up to so many days between two on which a wrong boundary would show, best with a day without reports inside. */
function fewDays(
  most: number,
  dates: readonly string[],
  day: string,
  scoreOf: (date: string) => number,
): ProbeDates['few'] {
  const scores = new Map(dates.map((date) => [date, scoreOf(date)]));
  let best = { since: addDays(day, 1 - most), until: day, score: Number.NEGATIVE_INFINITY };
  for (const [at, since] of dates.entries()) {
    for (const [more, until] of dates.slice(at + 1, at + most).entries()) {
      const length = daysBetween(since, until) + 1;
      if (length > most) break;
      const hole = length > more + 2 ? 6 : 0;
      const score = (scores.get(since) ?? 0) + (scores.get(until) ?? 0) + hole - 4 * (most - length);
      if (score >= best.score) best = { since, until, score };
    }
  }
  return { since: best.since, until: best.until };
}

function isMidnightFar({ clock: { onHeader, offsetMinutes }, evidence: { exchanges } }: Facts): boolean {
  const last = exchanges.findLast(({ response }) => response !== undefined);
  if (!onHeader || offsetMinutes === undefined || last === undefined) return false;
  const minutes = localMinutes(serverTime(last), offsetMinutes);
  return minutes > longestRunMinutes && minutes < 1440 - longestRunMinutes;
}

/**
 * A day of the same week that probably has other opening hours: a Saturday for a weekday, and vice versa. Prefers a day
 * without reports, since its chart must have a window too.
 */
function dayOfOtherHours(day: string, today: string, days: ReadonlyMap<string, unknown>): string {
  const monday = mondayOf(day);
  const saturday = addDays(monday, 5);
  const wanted =
    day < saturday
      ? [saturday, addDays(monday, 6), addDays(monday, 4), monday]
      : [addDays(monday, 4), monday];
  const over = wanted.filter((date) => date !== day && date < today);
  return over.find((date) => !days.has(date)) ?? over[0] ?? addDays(day, day === monday ? 1 : -1);
}

/** Two days in a row without reports, or else the two days before the first report. */
function emptyDays(
  first: string,
  last: string,
  days: ReadonlyMap<string, readonly ReportGroup[]>,
): ProbeDates['empty'] {
  for (let date = addDays(last, -2); date > first; date = addDays(date, -1)) {
    if (!days.has(date) && !days.has(addDays(date, 1))) return { since: date, until: addDays(date, 1) };
  }
  return { since: addDays(first, -2), until: addDays(first, -1) };
}

/** How clearly a wrong day boundary would show: counts reports near midnight and on another date in UTC. */
function boundaryScore(date: string, days: ReadonlyMap<string, readonly ReportGroup[]>): number {
  const near = [addDays(date, -1), date, addDays(date, 1)].flatMap((one) => days.get(one) ?? []);
  const elsewhere = near.filter(({ t }) => {
    const utc = localDate(t.micros / 1000, 0);
    return utc !== t.date && (t.date === date || utc === date);
  });
  const own = days.get(date) ?? [];
  const late = own.some(({ t }) => t.hour === 23);
  const early = own.some(({ t }) => t.hour === 0);
  const differ = new Set(own.flatMap(({ buckets }) => buckets)).size;
  return (
    Math.min(elsewhere.length, 6) * 4 +
    (late ? 6 : 0) +
    (early ? 6 : 0) +
    Math.min(own.length, 8) +
    Math.min(differ, 3) * 2
  );
}

function offsetChanges(date: string, days: ReadonlyMap<string, readonly ReportGroup[]>): boolean {
  const of = (one: string) => (days.get(one) ?? []).map(({ t }) => t.offsetMinutes);
  const own = of(date);
  if (new Set(own).size > 1) return true;
  const [before] = of(addDays(date, -1)).slice(-1);
  const [first] = own;
  return before !== undefined && first !== undefined && before !== first;
}
