import { type Chart, type OpenWindow, openWindowOf } from '../deployment/responses.ts';
import { addDays, DAY, HOUR } from '../local-time.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import type { DayClock } from './day-clock.ts';

/** From one instant to another, in milliseconds. */
export type Span = readonly [start: number, end: number];

/** The parts of a day that are drawn. */
export interface DaySpan {
  readonly span: Span;
  /** Closed parts of it, in order. */
  readonly closed: readonly Span[];
}

/** In Form 1, typical hours right after midnight belong to the evening before, if more hours than this without any data follow. */
const NIGHT = 3;

interface About {
  readonly chart: Chart;
  readonly date: string;
  readonly clock: DayClock;
  readonly typical: TypicalWeek | null;
  /** The instant of the estimate; null without one. */
  readonly now: number | null;
}

/**
 * The open hours of a day, and reports or the estimate outside of them. Form 1 has no open hours: the hours with reports, a smoothed
 * line, or typical values.
 */
export function daySpan(about: About): DaySpan {
  const window = openWindowOf(about.chart);
  return window === null ? hoursWithData(about) : openHours(about, window);
}

function openHours({ chart, date, clock, now }: About, window: OpenWindow): DaySpan {
  const [from, to] = [Date.parse(window.start), Date.parse(window.end)];
  const shut = merged(window.closed.map((part): Span => [Date.parse(part.start), Date.parse(part.end)]));
  const [first, last] = [shut[0], shut.at(-1)];
  const opens = first !== undefined && first[0] <= from ? first[1] : from;
  const closes = last !== undefined && last[1] >= to ? last[0] : to;
  const isClosedAllDay = opens >= closes;
  const [start, end] = isClosedAllDay ? [from, to] : [opens, closes];
  const reports = chart.scatter.map(({ t }) => Date.parse(t));
  const span: Span = [
    // From midnight, to include the line of an evening that isn't over.
    now !== null && now < start
      ? clock.midnight(date)
      : Math.min(start, ...reports.map((at) => clock.floorHour(at))),
    Math.max(end, ...reports, now ?? end),
  ];
  // Reports before the window belong to the previous day's opening, which ends by the local time at which this one ends.
  const night: Span = [Math.max(span[0], clock.instant(clock.wall(to) - DAY)), from];
  return { span, closed: within(span, merged(night[0] < night[1] ? [night, ...shut] : shut)) };
}

function hoursWithData({ chart, date, clock, typical, now }: About): DaySpan {
  const [midnight, end] = [clock.midnight(date), clock.midnight(addDays(date, 1))];
  const hourOf = (instant: number) => Math.floor((instant - midnight) / HOUR);
  const seen = new Set(
    [...chart.scatter.map(({ t }) => Date.parse(t)), ...(now === null ? [] : [now])].map(hourOf),
  );
  const drawn = new Set(
    chart.line.filter(({ value }) => value !== null).map(({ t }) => hourOf(Date.parse(t))),
  );
  const isTypical = (hour: number) => (typical?.at(clock.wall(midnight + hour * HOUR)) ?? null) !== null;
  const hours = Array.from({ length: Math.ceil((end - midnight) / HOUR) }, (_, hour) => hour).filter(
    (hour) => seen.has(hour) || drawn.has(hour) || isTypical(hour),
  );
  const gap = hours.findIndex((hour, index) => (hours[index + 1] ?? hour) - hour > NIGHT);
  const isEvening = gap >= 0 && hours[0] === 0 && !hours.slice(0, gap + 1).some((hour) => seen.has(hour));
  const own = isEvening ? hours.slice(gap + 1) : hours;
  const at = (hour: number) => Math.min(end, midnight + hour * HOUR);
  return { span: [at(own[0] ?? 0), at((own.at(-1) ?? 24) + 1)], closed: [] };
}

/** The parts of spans that are within another one. */
function within([start, end]: Span, spans: readonly Span[]): readonly Span[] {
  return spans
    .map(([from, to]): Span => [Math.max(from, start), Math.min(to, end)])
    .filter(([from, to]) => from < to);
}

/** Sorts spans, and joins those that touch or overlap. */
function merged(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last === undefined || start > last[1]) joined.push([start, end]);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return joined;
}
