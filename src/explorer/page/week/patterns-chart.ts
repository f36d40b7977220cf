import { barY, gridY, pointerX, ruleY, text, tip } from '@observablehq/plot';
import type { Patterns } from '../deployment/responses.ts';
import type { Figure } from '../figure/figure.ts';
import { COLORS, drawPlot, niceTicks, TIP } from '../figure/plot.ts';
import { hourName } from '../local-time.ts';
import { personCount, pluralize } from '../words.ts';
import { foldedName, type HourRow } from './hour-rows.ts';
import { LEAST_REPORTS } from './typical-week.ts';

/** The bar to mark, and what is written above it. */
interface Current {
  readonly name: string | undefined;
  readonly label: string;
}

interface Bar {
  readonly name: string;
  /** The label below the bar. */
  readonly short: string;
  readonly value: number | null;
  readonly reports: number;
}

/** The average by hour of day, for the rows of a typical week. Marks `hour` as current. */
export function hoursChart(patterns: Patterns, rows: readonly HourRow[], hour: number): Figure {
  const bars = barRows(rows).map((row): Bar => {
    if (row.kind === 'folded') return { name: foldedName(row), short: '…', value: null, reports: 0 };
    const { value = null, report_count = 0 } = patterns.by_hour.find((one) => one.hour === row.hour) ?? {};
    return { name: hourName(row.hour), short: hourName(row.hour), value, reports: report_count };
  });
  const current = { name: hourName(hour), label: 'this hour' };
  return barFigure('hour', 'Average by hour of day', bars, current, (width) => (bars.length * 48) / width);
}

/** The average by weekday. Marks `weekday` as current, which is 0 for Monday. */
export function weekdaysChart(patterns: Patterns, weekday: number): Figure {
  const bars = patterns.by_weekday.map(
    ({ label, value, report_count }): Bar => ({
      name: label,
      short: label,
      value: report_count === 0 ? null : value,
      reports: report_count,
    }),
  );
  const current = { name: patterns.by_weekday.find((one) => one.weekday === weekday)?.label, label: 'today' };
  return barFigure('day', 'Average by weekday', bars, current, () => 1);
}

/** Without the night after the last hour. Folded hours between others keep a place. */
function barRows(rows: readonly HourRow[]): readonly HourRow[] {
  return rows.at(-1)?.kind === 'folded' ? rows.slice(0, -1) : rows;
}

function barFigure(
  unit: 'hour' | 'day',
  caption: string,
  bars: readonly Bar[],
  current: Current,
  labelStep: (width: number) => number,
): Figure {
  const [busiest] = bars
    .filter(({ reports }) => reports >= LEAST_REPORTS)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return {
    draw: (width) => draw(width, bars, current, Math.ceil(labelStep(width))),
    summary:
      busiest === undefined
        ? `Too few reports to name the busiest ${unit}.`
        : `Busiest ${unit}: ${busiest.name}, ${personCount(busiest.value ?? 0)} on average.`,
    table: {
      caption,
      columns: [unit === 'hour' ? 'Hour' : 'Weekday', 'People on average', 'Reports'],
      rows: bars.map(({ name, value, reports }) => [name, value ?? 'no reports', reports]),
    },
  };
}

function draw(width: number, bars: readonly Bar[], current: Current, labelStep: number): SVGSVGElement {
  const withValue = bars.filter(({ value }) => value !== null);
  const ticks = niceTicks(Math.max(0, ...withValue.map(({ value }) => value ?? 0)), 4);
  return drawPlot({
    width,
    height: 200,
    marginTop: 22,
    x: {
      type: 'band',
      domain: bars.map(({ name }) => name),
      label: null,
      padding: 0.2,
      tickSize: 0,
      tickFormat: (name: string) => bars.find((bar) => bar.name === name)?.short ?? name,
      ticks: bars.filter((_, index) => index % Math.max(1, labelStep) === 0).map(({ name }) => name),
    },
    y: { label: '↑ People', ticks, tickFormat: String, domain: [0, ticks.at(-1) ?? 0] },
    marks: [
      gridY(ticks, { stroke: COLORS.rule, strokeOpacity: 1 }),
      ruleY([0], { stroke: COLORS.rule }),
      barY(withValue, {
        x: 'name',
        y: 'value',
        rx1: 3,
        fill: ({ name }: Bar) => (name === current.name ? COLORS.line : COLORS.usual),
      }),
      text(
        withValue.filter(({ name }) => name === current.name),
        {
          x: 'name',
          y: 'value',
          text: () => current.label,
          textAnchor: anchorOf(bars, current),
          dy: -8,
          fill: COLORS.ink,
          fontWeight: 600,
        },
      ),
      tip(
        withValue,
        pointerX({
          x: 'name',
          y: 'value',
          // Plot gives the tip a label, which a group must not have.
          ariaHidden: 'true',
          ...TIP,
          title: ({ name, value, reports }: Bar) =>
            `${name}\n${personCount(value ?? 0)} on average\n${pluralize(reports, 'report')}`,
        }),
      ),
    ],
  });
}

/** Keeps the words above a narrow bar at the edge within the chart. */
function anchorOf(bars: readonly Bar[], { name }: Current): 'start' | 'middle' | 'end' {
  const index = bars.findIndex((bar) => bar.name === name);
  if (bars.length < 12 || (index > 1 && index < bars.length - 2)) return 'middle';
  return index > 1 ? 'end' : 'start';
}
