import type { Moment } from '../facts/consensus.ts';
import { type Facts, momentsIn } from '../facts/facts.ts';
import { type Axis, type Row, rowsOf } from '../facts/pattern-rows.ts';
import type { PatternsAnswer } from '../facts/responses.ts';
import { toleranceOf } from './rounding.ts';
import { expectThat, type Rule, type Say } from './rule.ts';

/** Counts and averages by hour and weekday, recomputed from the reports of the range. */
export const patternNumbers: Rule = {
  name: 'pattern-numbers',
  requirements: [
    'patterns.by_hour-value',
    'patterns.by_hour-count',
    'patterns.by_weekday-value',
    'patterns.by_weekday-count',
    'patterns.by_weekday-monday',
    'patterns.all-time',
    'patterns.since',
    'patterns.until',
  ],
  judge: (facts, say) => {
    for (const answer of facts.patterns) judgeNumbers(facts, answer, say);
  },
};

interface Fit {
  readonly moments: readonly Moment[];
  readonly hours: readonly number[];
  readonly weekdays: readonly number[];
}

function judgeNumbers(facts: Facts, answer: PatternsAnswer, say: Say): void {
  const hours = rowsOf(answer, 'by_hour');
  const weekdays = rowsOf(answer, 'by_weekday');
  if (hours.length !== 24 || weekdays.length !== 7) return;
  const hourTotal = sum(hours.map(({ count }) => count));
  const weekdayTotal = sum(weekdays.map(({ count }) => count));
  if (hourTotal !== weekdayTotal) {
    say.odd('patterns.by_weekday-count', {
      message: 'hours and weekdays do not count the same number of reports',
      expected: String(hourTotal),
      seen: String(weekdayTotal),
      exchange: answer.exchange,
    });
  }
  if (facts.arrivals && answer.until === undefined) {
    for (const id of ['patterns.all-time', 'patterns.by_hour-value'])
      say.nothing(id, 'reports came in during the run');
    if (answer.since === undefined || !facts.walk.complete) return;
  }
  const candidates = candidatesFor(facts, answer);
  const [first] = candidates;
  if (first === undefined) {
    say.nothing(
      answer.since === undefined && answer.until === undefined
        ? 'patterns.all-time'
        : 'patterns.by_hour-count',
      'not all reports of the range are known',
    );
    return;
  }
  const distance = (fit: Fit) =>
    sum(
      fit.hours.map((count, hour) =>
        Math.abs(count - (hours.find(({ index }) => index === hour)?.count ?? 0)),
      ),
    ) +
    sum(
      fit.weekdays.map((count, weekday) =>
        Math.abs(count - (weekdays.find(({ index }) => index === weekday)?.count ?? 0)),
      ),
    );
  const best = candidates.reduce((a, b) => (distance(b) < distance(a) ? b : a), first);
  // New reports may have come in since the first page; they can only add
  if (facts.arrivals && distance(best) > 0 && answer.until === undefined) return;
  const total = sum(best.hours);
  const right = (axis: Axis, index: number) => (axis === 'by_hour' ? best.hours : best.weekdays)[index] ?? 0;
  const wrongHours = hours.filter(({ index, count }) => count !== right('by_hour', index));
  const wrongWeekdays = weekdays.filter(({ index, count }) => count !== right('by_weekday', index));
  if (best.moments.length === 0 && total === 0) {
    if (hourTotal === 0)
      for (const id of rangeRequirements(answer)) say.nothing(id, 'there are no reports in the range');
    else
      for (const id of rangeRequirements(answer))
        say.breach(id, {
          message: 'patterns count reports where there are none',
          expected: '0',
          seen: String(hourTotal),
          exchange: answer.exchange,
        });
    return;
  }
  if (hourTotal !== total && weekdayTotal !== total) {
    blameRange(facts, answer, hours, weekdays, total, hourTotal, say);
  } else {
    for (const id of rangeRequirements(answer)) say.holds(id);
  }
  judgeCounts(answer, 'by_hour', wrongHours, right, say);
  judgeCounts(answer, 'by_weekday', wrongWeekdays, right, say);
  const monday =
    wrongWeekdays.length > 0 &&
    isRotation(
      weekdays.map(({ index }) => weekdays.find((row) => row.index === index)?.count ?? 0),
      best.weekdays,
    );
  if (monday)
    say.breach('patterns.by_weekday-monday', {
      message: 'the counts are those of other weekdays',
      expected: `from Monday: ${best.weekdays.join(', ')}`,
      seen: weekdays.map(({ count }) => count).join(', '),
      exchange: answer.exchange,
    });
  else if (wrongWeekdays.length === 0 && new Set(best.weekdays).size > 1)
    say.holds('patterns.by_weekday-monday');
  judgeAverages(facts, answer, 'by_hour', hours, best, wrongHours.length === 0, say);
  judgeAverages(facts, answer, 'by_weekday', weekdays, best, wrongWeekdays.length === 0, say);
}

function rangeRequirements({ since, until }: PatternsAnswer): readonly string[] {
  if (since === undefined && until === undefined) return ['patterns.all-time'];
  return [
    ...(since === undefined ? [] : ['patterns.since']),
    ...(until === undefined ? [] : ['patterns.until']),
  ];
}

function judgeCounts(
  answer: PatternsAnswer,
  axis: Axis,
  wrong: readonly Row[],
  right: (axis: Axis, index: number) => number,
  say: Say,
): void {
  const [first] = wrong;
  const id = `patterns.${axis}-count`;
  if (first === undefined) say.holds(id);
  else
    say.breach(id, {
      message: `report_count of ${axis} ${first.index} is not the number of its reports`,
      expected: String(right(axis, first.index)),
      seen: String(first.count),
      exchange: answer.exchange,
    });
}

/** A total that is off by the reports of a boundary day tells which end is wrong. */
function blameRange(
  facts: Facts,
  answer: PatternsAnswer,
  hours: readonly Row[],
  weekdays: readonly Row[],
  total: number,
  seen: number,
  say: Say,
): void {
  const breach = {
    message: `patterns of ${answer.since ?? '…'} to ${answer.until ?? '…'} do not count the reports of these days`,
    expected: String(total),
    seen: String(seen),
    exchange: answer.exchange,
  };
  const ids = rangeRequirements(answer);
  const narrowed =
    ids.length < 2
      ? ids
      : ids.filter((id) => {
          const [from, to] = [answer.since ?? '', answer.until ?? ''];
          const without =
            id === 'patterns.since'
              ? momentsIn(facts, from, to).filter(({ t }) => t.date !== from)
              : momentsIn(facts, from, to).filter(({ t }) => t.date !== to);
          const fit = fitOf(without);
          return (
            fit.hours.every((count, hour) => hours.find(({ index }) => index === hour)?.count === count) &&
            fit.weekdays.every(
              (count, weekday) => weekdays.find(({ index }) => index === weekday)?.count === count,
            )
          );
        });
  for (const id of narrowed.length > 0 ? narrowed : ids) say.breach(id, breach);
}

/** The reports that an answer may be about: an open end may reach anywhere. */
function candidatesFor(facts: Facts, { since, until }: PatternsAnswer): readonly Fit[] {
  const dates = [...new Set(facts.moments.filter(({ count }) => count > 0).map(({ t }) => t.date))].sort();
  const [oldest, newest] = [dates[0], dates.at(-1)];
  if (since !== undefined && until !== undefined) {
    const whole = dates.every((date) => date < since || date > until || facts.covered(date));
    return whole && facts.covered(since) && facts.covered(until)
      ? [fitOf(momentsIn(facts, since, until))]
      : [];
  }
  if (!facts.walk.complete && since === undefined) return [];
  if (oldest === undefined || newest === undefined) return facts.walk.complete ? [fitOf([])] : [];
  if (since === undefined && until === undefined) return [fitOf(momentsIn(facts, oldest, newest))];
  if (since !== undefined) {
    if (!facts.covered(since)) return [];
    const ends = [...new Set([newest, since, ...dates.filter((date) => date >= since)])];
    return ends.map((end) => fitOf(momentsIn(facts, since, end)));
  }
  const end = until ?? newest;
  const starts = [...new Set([oldest, end, ...dates.filter((date) => date <= end)])];
  return [...starts.map((start) => fitOf(momentsIn(facts, start, end))), fitOf([])];
}

function fitOf(moments: readonly Moment[]): Fit {
  const hours = Array.from({ length: 24 }, () => 0);
  const weekdays = Array.from({ length: 7 }, () => 0);
  for (const { t, count } of moments) {
    hours[t.hour] = (hours[t.hour] ?? 0) + count;
    weekdays[t.weekday] = (weekdays[t.weekday] ?? 0) + count;
  }
  return { moments, hours, weekdays };
}

function judgeAverages(
  facts: Facts,
  answer: PatternsAnswer,
  axis: Axis,
  rows: readonly Row[],
  fit: Fit,
  countsRight: boolean,
  say: Say,
): void {
  const id = `patterns.${axis}-value`;
  const tolerance = toleranceOf(rows.map(({ value }) => value));
  for (const { index, value, count } of rows) {
    if (value === null || count === 0) continue;
    const moments = fit.moments.filter(({ t }) => (axis === 'by_hour' ? t.hour : t.weekday) === index);
    const values = moments.map((moment) => facts.values.of(moment));
    const known = values.flatMap((one) => one ?? []);
    if (!countsRight || known.length === 0 || values.some((one) => one === undefined)) {
      say.nothing(id, 'the values of the reports are not known');
      continue;
    }
    const average = sum(known) / known.length;
    expectThat(say, id, Math.abs(value - average) <= tolerance, () => ({
      message: `the value of ${axis} ${index} is not the plain average of its reports`,
      expected: average.toFixed(4),
      seen: String(value),
      exchange: answer.exchange,
    }));
  }
}

function isRotation(seen: readonly number[], right: readonly number[]): boolean {
  return (
    [1, 2, 3, 4, 5, 6].some((shift) => right.every((count, at) => seen[(at + shift) % 7] === count)) &&
    new Set(right).size > 1
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
