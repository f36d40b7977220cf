import { dot, lineY, pointerX, rect, tip } from '@observablehq/plot';
import type { Chart } from '../deployment/responses.ts';
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
import { DAY, dateOf, dayName, longDayName, wallTimeOf } from '../local-time.ts';
import { personCount, pluralize } from '../words.ts';
import { type Cell, cellsOf, LEAST_WIDTH, type Period, sidesOf, wideEnough } from './range-cells.ts';

/** A name for each day fits up to this many days. */
const NAMED_DAYS = 10;
/** The least width of the reports at a number of people, in pixels: less looks like noise. */
const LEAST_CELL = 3;

/** A day or a week; whether more of it is to come. */
interface Average extends Period {
  readonly isSoFar: boolean;
}

/**
 * Several days, up to `until`: daily or weekly averages as a line, over the shares of the reports by their value. `unfinished`
 * is the day that isn't over; null if there is none.
 */
export function rangeChart(chart: Chart, until: string, unfinished: string | null = null): Figure {
  const step = stepOf(chart);
  const today = unfinished === null ? null : Date.parse(unfinished);
  const periods = periodsOf(chart, until, step).map((period) => ({
    ...period,
    isSoFar: today !== null && period.start <= today && today < period.end,
  }));
  const hasSoFar = periods.some(({ isSoFar, value }) => isSoFar && value !== null);
  const reports = chart.scatter.map(({ t, value }) => ({ at: wallTimeOf(t), value }));
  return {
    draw: (width) => draw(width, periods, cellsOf(reports, wideEnough(periods, step, width)), step),
    legend: [
      { swatch: 'average', label: `average of the ${step}` },
      hasSoFar && { swatch: 'so-far', label: `${step === 'day' ? 'today' : 'this week'} so far` },
      reports.length > 0 && { swatch: 'share', label: 'wider: more reports of this many people' },
    ],
    summary: summaryOf(periods, reports.length, step),
    table: {
      caption: `Average for each ${step}`,
      columns: [step === 'day' ? 'Day' : 'Week of', 'People on average'],
      rows: periods.map(({ start, value, isSoFar }) => [
        `${dayName(start)} ${dateOf(start).slice(0, 4)}${isSoFar ? ' (so far)' : ''}`,
        value ?? 'no reports',
      ]),
    },
  };
}

function draw(
  width: number,
  periods: readonly Average[],
  cells: readonly Cell[],
  step: 'day' | 'week',
): SVGSVGElement {
  const averages = periods.map((period) => ({ at: (period.start + period.end) / 2, ...period }));
  const withValue = averages.filter(({ value }) => value !== null);
  const most = cells.reduce((highest, { share }) => Math.max(highest, share), 0);
  const values = [...periods.map(({ value }) => value ?? 0), ...cells.map(({ high }) => high)];
  const ticks = niceTicks(values.reduce((highest, value) => Math.max(highest, value), 0));
  const name = ({ start, value, isSoFar }: Average) =>
    `${step === 'week' ? 'Week of ' : ''}${dayName(start)}\n${personCount(value ?? 0)} on average${isSoFar ? ' so far' : ''}`;
  const sides = (cell: Cell) => sidesOf(cell, most, (LEAST_CELL * (end - start)) / width);
  const days = averages.length <= NAMED_DAYS && step === 'day' ? averages.map(({ at }) => at) : null;
  const perPeriod = width / periods.length;
  const [start, end] = [periods[0]?.start ?? 0, periods.at(-1)?.end ?? DAY];
  const dotStyle = { x: 'at', y: 'value', r: perPeriod < 1.5 * LEAST_WIDTH ? 3 : 4 };
  return drawPlot({
    width,
    height: plotHeight(width),
    marginTop: 26,
    // Two lines of labels
    marginBottom: 38,
    x: {
      type: 'utc',
      label: null,
      domain: [start, end],
      ...(days === null
        ? { ticks: Math.max(3, Math.floor(width / 110)) }
        : {
            ticks: days,
            tickSize: 0,
            tickFormat: (at: Date) => dayLabel(+at, perPeriod < 56),
          }),
    },
    y: peopleAxis(ticks),
    marks: [
      gridOf(ticks),
      rect(cells, {
        x1: (cell: Cell) => sides(cell)[0],
        x2: (cell: Cell) => sides(cell)[1],
        y1: 'low',
        y2: 'high',
        insetTop: 1,
        ...STYLES.share,
      }),
      lineY(averages, { x: 'at', y: 'value', stroke: COLORS.surface, strokeWidth: 5 }),
      lineY(averages, { x: 'at', y: 'value', ...STYLES.line }),
      dot(perPeriod < LEAST_WIDTH ? [] : withValue.filter(({ isSoFar }) => !isSoFar), {
        ...dotStyle,
        fill: COLORS.line,
        stroke: COLORS.surface,
        strokeWidth: 1.5,
      }),
      dot(
        withValue.filter(({ isSoFar }) => isSoFar),
        { ...dotStyle, ...STYLES.soFar },
      ),
      emptyMark(withValue.length + cells.length === 0),
      tip(withValue, pointerX({ x: 'at', y: 'value', ...TIP, title: name })),
    ],
  });
}

/** Such as `Fri 16`, in two lines if narrow. */
function dayLabel(at: number, isNarrow: boolean): string {
  const [weekday, day] = dayName(at).split(' ');
  return `${weekday}${isNarrow ? '\n' : ' '}${day}`;
}

/** The days or weeks of the line: each week ends where the next begins, and the last one with the range. */
function periodsOf({ line }: Chart, until: string, step: 'day' | 'week'): readonly Period[] {
  const starts = line.map(({ t }) => Date.parse(dateOf(wallTimeOf(t))));
  const end = Date.parse(until) + DAY;
  return line.map(({ value }, index) => {
    const [start = 0, next = end] = [starts[index], starts[index + 1]];
    return { start, end: step === 'day' ? start + DAY : Math.max(start + DAY, next), value };
  });
}

function stepOf({ line }: Chart): 'day' | 'week' {
  const times = line.map(({ t }) => wallTimeOf(t));
  const long = times.filter((time, index) => time - (times[index - 1] ?? time) > 1.5 * DAY).length;
  // The first week may be partial.
  return long > 0 && long >= (times.length - 1) / 2 ? 'week' : 'day';
}

function summaryOf(periods: readonly Average[], reports: number, step: 'day' | 'week'): string {
  if (reports === 0) return 'No reports in this range.';
  const text = `Average by ${step}, from ${pluralize(reports, 'report')}.`;
  const finished = periods.filter(({ isSoFar }) => !isSoFar);
  const [busiest] = finished.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  if (busiest === undefined || busiest.value === null) return text;
  const name = `${step === 'week' ? 'the week of ' : ''}${longDayName(dateOf(busiest.start))}`;
  return `${text} Busiest: ${name}, ${personCount(busiest.value)} on average.`;
}
