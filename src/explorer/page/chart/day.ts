import { type EstimateRange, parseEstimateRange } from '../answer/comparison.ts';
import type { Chart, Status } from '../deployment/responses.ts';
import { HOUR, MINUTE } from '../local-time.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { DayClock } from './day-clock.ts';
import { daySpan, type Span } from './day-span.ts';

/** The line is drawn as a guess before the first report, and where none is nearer than this; it reaches this far to now. */
const REACH = 45 * MINUTE;

/** A value at an instant, in milliseconds. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/** The usual value of an hour of the day. */
export interface Usual extends Point {
  readonly end: number;
  readonly reports: number;
}

/** Now: the estimate and its likely range are null without an estimate. */
export interface Now {
  readonly at: number;
  readonly value: number | null;
  readonly range: EstimateRange | null;
}

/** The content of the chart of one day, placed by instant. */
export interface Day {
  readonly date: string;
  readonly clock: DayClock;
  readonly span: Span;
  readonly closed: readonly Span[];
  readonly reports: readonly Point[];
  /** Stretches of the smoothed line. That of today ends now, at the estimate. */
  readonly line: readonly (readonly Point[])[];
  /** The parts of the line with reports nearby. */
  readonly reported: readonly (readonly Point[])[];
  readonly usual: readonly Usual[];
  readonly now: Now | null;
}

/** Data that the day is shown with. */
export interface DayContext {
  /** The instant, and the status then; null for a day that is over. */
  readonly now: { readonly at: number; readonly status: Status } | null;
  readonly typical: TypicalWeek | null;
}

/** The day of a chart. */
export function dayOf(chart: Chart, date: string, context: DayContext): Day {
  const clock = new DayClock(chart);
  const given = chart.line.map(({ t, value }) => ({ at: Date.parse(t), value }));
  const now = nowOf(context, clock, date);
  const { span, closed } = daySpan({
    chart,
    date,
    clock,
    typical: context.typical,
    now: now === null || now.value === null ? null : now.at,
  });
  const reports = chart.scatter.map(({ t, value }) => ({ at: Date.parse(t), value }));
  const line = stretches(now === null ? given : upTo(now, given), span);
  const isOpen = ({ at, end }: Usual) => !closed.some(([from, to]) => from <= at && end <= to);
  return {
    date,
    clock,
    span,
    closed,
    reports,
    line,
    reported: reportedParts(line, reports),
    usual: usualIn(span, clock, context.typical).filter(isOpen),
    now: now !== null && now.at >= span[0] && now.at <= span[1] ? now : null,
  };
}

type MaybePoint = { readonly at: number; readonly value: number | null };

function nowOf({ now }: DayContext, clock: DayClock, date: string): Now | null {
  if (now === null || now.at < clock.midnight(date)) return null;
  const { has_estimate, estimate_value, estimate_display } = now.status;
  const value = has_estimate ? estimate_value : null;
  return { at: now.at, value, range: value === null ? null : parseEstimateRange(estimate_display) };
}

/** The line until now, and the estimate as its end. Points right before now that have no value yet are left out. */
function upTo({ at, value }: Now, line: readonly MaybePoint[]): readonly MaybePoint[] {
  const before = line.filter((point) => (value === null ? point.at <= at : point.at < at));
  if (value === null) return before;
  const last = before.findLastIndex((point) => point.value !== null);
  const known = at - (before[last]?.at ?? -Infinity) <= REACH ? before.slice(0, last + 1) : before;
  return [...known, { at, value }];
}

/** The points with a value within a span, split where there is none. */
function stretches(points: readonly MaybePoint[], [start, end]: Span): readonly (readonly Point[])[] {
  const known = points.map(({ at, value }) =>
    value === null || at < start || at > end ? null : { at, value },
  );
  return split(known, (one, next) => one !== null && next !== null)
    .map((part) => part.filter((point) => point !== null))
    .filter((part) => part.length > 0);
}

function reportedParts(
  line: readonly (readonly Point[])[],
  reports: readonly MaybePoint[],
): readonly (readonly Point[])[] {
  const first = reports.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
  const isReported = (one: Point, next: Point) =>
    next.at > first && reports.some(({ at }) => Math.abs(at - (one.at + next.at) / 2) <= REACH);
  return line.flatMap((part) => split(part, isReported)).filter((part) => part.length > 1);
}

/** Splits a list between items that are not joined. */
function split<Item>(
  items: readonly Item[],
  isJoined: (one: Item, next: Item) => boolean,
): readonly (readonly Item[])[] {
  const parts: Item[][] = [];
  items.forEach((item, index) => {
    if (index > 0 && isJoined(items[index - 1] as Item, item)) parts.at(-1)?.push(item);
    else parts.push([item]);
  });
  return parts;
}

function usualIn([start, end]: Span, clock: DayClock, typical: TypicalWeek | null): readonly Usual[] {
  const usual: Usual[] = [];
  for (let at = clock.floorHour(start); at < end; at += HOUR) {
    const hour = typical?.at(clock.wall(at)) ?? null;
    if (hour !== null) usual.push({ at: Math.max(at, start), end: Math.min(at + HOUR, end), ...hour });
  }
  return usual;
}
