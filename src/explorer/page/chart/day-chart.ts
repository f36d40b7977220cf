import { dot, lineY, type Markish, pointerX, rect, rectX, rectY, ruleX, text, tip } from '@observablehq/plot';
import { type Figure, STYLES } from '../figure/figure.ts';
import {
  COLORS,
  drawPlot,
  emptyMark,
  gridOf,
  niceTicks,
  peopleAxis,
  plotHeight,
  TIP,
} from '../figure/plot.ts';
import { hourName, hourOf } from '../local-time.ts';
import type { Day, Now, Point } from './day.ts';
import type { Span } from './day-span.ts';
import { dayLegend, daySummary, dayTable, dayTip, isSeldom, type Moment, momentsOf } from './day-words.ts';

/** The axis of people reaches at least this high, so that a quiet day looks like one. */
const LEAST_TOP = 10;
const MARGINS = { left: 34, right: 12 };
/** Of the axis of people, in pixels. */
const NAME_WIDTH = 50;
/** The least pixels between two labels of hours. */
const LABEL_WIDTH = 40;

/** One day: the smoothed line, to now, over a typical day, with its reports and closed hours. */
export function dayChart(day: Day): Figure {
  return {
    draw: (width) => draw(day, width),
    legend: dayLegend(day),
    summary: daySummary(day),
    table: dayTable(day),
  };
}

function draw(day: Day, width: number): SVGSVGElement {
  const { span, closed, now } = day;
  const moments = momentsOf(day);
  const ticks = niceTicks(highestOf(day));
  const perPixel = (span[1] - span[0]) / (width - MARGINS.left - MARGINS.right);
  const point = { x: 'at', y: 'value' };
  const bar = { x1: 'at', x2: 'end', y: 'value', insetLeft: 1, insetRight: 1 };
  const curve = (parts: readonly (readonly Point[])[], style: object) =>
    parts.map((part) => lineY(part, { ...point, curve: 'monotone-x', ...style }));
  return drawPlot({
    width,
    height: plotHeight(width),
    marginTop: 26,
    marginLeft: MARGINS.left,
    marginRight: MARGINS.right,
    x: {
      type: 'utc',
      domain: [...span],
      label: null,
      ticks: [...day.clock.hourTicks(span, LABEL_WIDTH * perPixel)],
      tickFormat: (instant: Date) => hourName(hourOf(day.clock.wall(+instant))),
    },
    y: peopleAxis(ticks),
    marks: [
      rectX(closed, { x1: '0', x2: '1', fill: COLORS.closed }),
      gridOf(ticks),
      text(
        closed.filter(([start, end]) => end - start > 44 * perPixel),
        {
          x: ([start, end]: Span) => (start + end) / 2,
          text: () => 'closed',
          frameAnchor: 'top',
          dy: 10,
          fill: COLORS.muted,
        },
      ),
      rectY(
        day.usual.filter((hour) => !isSeldom(hour)),
        { ...bar, ...STYLES.usual },
      ),
      rectY(day.usual.filter(isSeldom), { ...bar, ...STYLES.seldom }),
      curve(day.line, STYLES.unreported),
      curve(day.reported, STYLES.line),
      dot(day.reports, { ...point, r: 3, ...STYLES.report }),
      now === null ? null : nowMarks(now, now.at - span[0] < NAME_WIDTH * perPixel),
      emptyMark(moments.length + day.reports.length === 0),
      tip(
        moments,
        pointerX({
          x: 'at',
          y: ({ value, usual }: Moment) => value ?? usual?.value ?? 0,
          ...TIP,
          title: (moment: Moment) => dayTip(moment, day),
        }),
      ),
    ],
  });
}

/** Now: a mark, and the estimate with its likely range where there is one. At the left, its name is below that of the axis. */
function nowMarks({ at, value, range }: Now, isLeft: boolean): Markish {
  return [
    ruleX([at], { stroke: COLORS.ink, strokeDasharray: '2 3' }),
    text([at], {
      x: (x: number) => x,
      text: () => 'now',
      frameAnchor: 'top',
      ...(isLeft ? { textAnchor: 'start', dx: 6, dy: 4 } : { dy: -14 }),
      fill: COLORS.ink,
    }),
    range === null
      ? null
      : rect([range], {
          x1: () => at,
          x2: () => at,
          y1: 'low',
          y2: 'high',
          insetLeft: -5,
          insetRight: -5,
          ...STYLES.likely,
        }),
    value === null
      ? null
      : dot([{ at, value }], {
          x: 'at',
          y: 'value',
          r: 5,
          fill: COLORS.line,
          stroke: COLORS.surface,
          strokeWidth: 1.5,
        }),
  ];
}

function highestOf({ line, reports, usual, now }: Day): number {
  const least = Math.max(LEAST_TOP, now?.range?.high ?? 0);
  return [line.flat(), reports, usual].flat().reduce((most, { value }) => Math.max(most, value), least);
}
