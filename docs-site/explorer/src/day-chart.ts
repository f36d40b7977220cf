import { dot, gridY, lineY, pointerX, rectX, rectY, ruleX, ruleY, text, tip } from '@observablehq/plot';
import type { Figure } from './figure.ts';
import {
  clock,
  DAY,
  HOUR,
  hourName,
  longDayName,
  offsetOf,
  type WallTime,
  wallTimeOf,
} from './local-time.ts';
import { formatPeople, pluralize } from './numbers.ts';
import { COLORS, drawPlot } from './plot.ts';
import { type Chart, type OpenWindow, openWindowOf } from './responses.ts';
import type { TypicalWeek } from './typical-week.ts';

interface Point {
  /** The instant, in milliseconds. */
  readonly at: number;
  readonly t: string;
  readonly value: number | null;
}

const QUARTER_HOUR = HOUR / 4;

type Span = readonly [start: number, end: number];

/** What an hour of the day is usually like. */
interface Usual {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/**
 * One day: reports as dots, the smoothed line, shaded closed hours and a “now” mark. Points are placed by instant and labeled
 * in local time, so an hour that a clock change skips or repeats is drawn correctly.
 */
export function dayChart(
  chart: Chart,
  date: string,
  { now, typical }: { readonly now: WallTime | null; readonly typical: TypicalWeek | null },
): Figure {
  const line = chart.line.map(asPoint);
  const reports = chart.scatter.map(asPoint);
  const span = spanOf(chart, date);
  const closed = closedSpans(chart, date);
  const offset = offsets(chart);
  const nowAt = now === null ? null : now - offset(now - offset(span[0]));
  return {
    draw: (width) =>
      draw({ width, line, reports, closed, usual: usualIn(span, offset, typical), span, nowAt, offset }),
    summary: summaryOf(chart, date, closed.length > 0),
    table: {
      caption: `People in line on ${longDayName(date)}`,
      columns: ['Time', 'People'],
      rows: line
        .filter(({ value }) => value !== null)
        .map(({ t, value }) => [clock(wallTimeOf(t)), value ?? '']),
    },
  };
}

/** The shaded parts of the day, in milliseconds; none in Form 1, which has no closed hours. */
export function closedSpans(chart: Chart, date: string): readonly Span[] {
  return closedIn(openWindowOf(chart), spanOf(chart, date));
}

function draw(about: {
  readonly width: number;
  readonly line: readonly Point[];
  readonly reports: readonly Point[];
  readonly closed: readonly Span[];
  readonly usual: readonly Usual[];
  readonly span: Span;
  readonly nowAt: number | null;
  readonly offset: (instant: number) => number;
}): Element {
  const { width, line, reports, closed, usual, span, nowAt, offset } = about;
  const name = (instant: number) => hourName(new Date(instant + offset(instant)).getUTCHours());
  const withValue = line.filter(({ value }) => value !== null);
  const highest = Math.max(
    10,
    ...withValue.map(({ value }) => value ?? 0),
    ...reports.map(({ value }) => value ?? 0),
    ...usual.map(({ value }) => value),
  );
  const showsNow = nowAt !== null && nowAt >= span[0] && nowAt <= span[1];
  return drawPlot({
    width,
    height: width < 520 ? 240 : 300,
    marginTop: 24,
    x: {
      type: 'utc',
      domain: [...span],
      label: null,
      ticks: hourTicks(span, offset, Math.floor(width / 64)),
      tickFormat: (instant: Date) => name(+instant),
    },
    y: { domain: [0, highest * 1.06], label: '↑ People', ticks: 5, nice: false },
    marks: [
      rectX(closed, { x1: '0', x2: '1', fill: COLORS.closed }),
      gridY({ stroke: COLORS.rule, strokeOpacity: 1 }),
      ruleY([0], { stroke: COLORS.rule }),
      text(
        closed.filter(([start, end]) => ((end - start) / (span[1] - span[0])) * width > 60),
        {
          x: ([start, end]: Span) => (start + end) / 2,
          text: () => 'closed',
          frameAnchor: 'top',
          dy: 12,
          fill: 'var(--muted)',
          stroke: COLORS.closed,
          strokeWidth: 6,
        },
      ),
      rectY(usual, { x1: 'start', x2: 'end', y: 'value', fill: COLORS.bar, inset: 1 }),
      dot(reports, { x: 'at', y: 'value', r: 3.5, fill: COLORS.report, fillOpacity: 0.75 }),
      lineY(line, {
        x: 'at',
        y: 'value',
        stroke: COLORS.line,
        strokeWidth: 2.5,
        curve: 'monotone-x',
        clip: true,
      }),
      showsNow ? ruleX([nowAt], { stroke: COLORS.ink, strokeDasharray: '2 3' }) : null,
      showsNow
        ? text([nowAt], {
            x: (at: number) => at,
            text: () => 'now',
            frameAnchor: 'top',
            dy: -14,
            fill: COLORS.ink,
          })
        : null,
      tip(
        withValue,
        pointerX({
          x: 'at',
          y: 'value',
          fill: 'var(--surface)',
          stroke: COLORS.rule,
          title: ({ t, value }: Point) => `${clock(wallTimeOf(t))}\n${formatPeople(value ?? 0)} people`,
        }),
      ),
    ],
  });
}

/** The typical hours within a span. */
function usualIn(
  [start, end]: Span,
  offset: (instant: number) => number,
  typical: TypicalWeek | null,
): readonly Usual[] {
  const first = floorHour(start);
  return Array.from({ length: Math.ceil((end - first) / HOUR) }, (_, index) => first + index * HOUR).flatMap(
    (at) => {
      const value = typical?.at(at + offset(at))?.value;
      return value === undefined
        ? []
        : [{ start: Math.max(at, start), end: Math.min(at + HOUR, end), value }];
    },
  );
}

function asPoint({ t, value }: { readonly t: string; readonly value: number | null }): Point {
  return { at: Date.parse(t), t, value };
}

/** The part of the day to draw: the open window and any reports outside it; in Form 1, the hours with data or the whole day. */
function spanOf(chart: Chart, date: string): Span {
  const window = openWindowOf(chart);
  const times = (
    window === null ? [...chart.line.filter(({ value }) => value !== null), ...chart.scatter] : chart.scatter
  ).map(({ t }) => Date.parse(t));
  const first = chart.line[0] ?? chart.scatter[0];
  const midnight = Date.parse(`${date}T00:00:00Z`) - (first === undefined ? 0 : offsetOf(first.t));
  if (window === null) {
    if (times.length === 0) return [midnight, midnight + DAY];
    const [start, end] = [Math.min(...times), Math.max(...times)];
    return [Math.max(midnight, floorHour(start) - HOUR), Math.min(midnight + DAY, floorHour(end) + 2 * HOUR)];
  }
  // From the full hour, to include the smoothed line before the first of these reports.
  const from = Math.min(Date.parse(window.start), ...times.map(floorHour));
  return [from, Math.max(Date.parse(window.end), ...times)];
}

/**
 * The closed parts of the span. Reports before the window belong to the previous day's opening. That ends at least a day
 * before this window ends; from then until the window begins, the venue is closed.
 */
function closedIn(window: OpenWindow | null, [start]: Span): readonly Span[] {
  if (window === null) return [];
  const closed = window.closed.map((part): Span => [Date.parse(part.start), Date.parse(part.end)]);
  const before: Span = [Math.max(start, Date.parse(window.end) - DAY), Date.parse(window.start)];
  return merged(before[0] < before[1] ? [before, ...closed] : closed);
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

function floorHour(instant: number): number {
  return Math.floor(instant / HOUR) * HOUR;
}

/** The UTC offset at any instant of the chart: the offset of the last timestamp before it. */
function offsets(chart: Chart): (instant: number) => number {
  const window = openWindowOf(chart);
  const known = [...chart.line, ...chart.scatter]
    .map(({ t }) => t)
    .concat(window === null ? [] : [window.start, window.end])
    .map((t) => [Date.parse(t), offsetOf(t)] as const)
    .toSorted(([a], [b]) => a - b);
  return (instant) => (known.findLast(([at]) => at <= instant) ?? known[0] ?? [0, 0])[1];
}

/** The full hours of local time to label: at most `limit`, at a regular step. */
function hourTicks([start, end]: Span, offset: (instant: number) => number, limit: number): readonly Date[] {
  const hours = (end - start) / HOUR;
  const step = [1, 2, 3, 4, 6].find((one) => hours / one <= limit) ?? 12;
  const quarterHours = Array.from(
    { length: Math.floor(hours * 4) + 1 },
    (_, index) => Math.ceil(start / QUARTER_HOUR + index) * QUARTER_HOUR,
  );
  return quarterHours
    .filter((instant) => instant <= end)
    .map((instant) => [new Date(instant), new Date(instant + offset(instant))] as const)
    .filter(([, wall]) => wall.getUTCMinutes() === 0 && wall.getUTCHours() % step === 0)
    .map(([instant]) => instant);
}

function summaryOf(chart: Chart, date: string, shaded: boolean): string {
  const withValue = chart.line.filter(({ value }) => value !== null);
  const day = longDayName(date);
  if (chart.scatter.length === 0) return `No reports on ${day}${shaded ? '. Closed hours are shaded' : ''}.`;
  const busiest = withValue.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0];
  const peak =
    busiest === undefined || (busiest.value ?? 0) < 0.5
      ? ''
      : ` Busiest around ${clock(wallTimeOf(busiest.t))}, with about ${formatPeople(busiest.value ?? 0)} people.`;
  return `${day}: ${pluralize(chart.scatter.length, 'report')}.${peak}`;
}
