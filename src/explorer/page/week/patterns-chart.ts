import { barY, pointerX, text, tip } from '@observablehq/plot';
import type { Patterns } from '../deployment/responses.ts';
import type { Figure } from '../figure/figure.ts';
import { COLORS, drawPlot, gridOf, niceTicks, peopleAxis, TIP } from '../figure/plot.ts';
import { hourName } from '../local-time.ts';
import { personCount, pluralize } from '../words.ts';
import { LEAST_REPORTS } from './typical-week.ts';

interface Bar {
  readonly name: string;
  readonly value: number | null;
  readonly reports: number;
}

/** The differences between hours and days. */
interface Kind {
  readonly unit: 'hour' | 'day';
  readonly caption: string;
  readonly column: string;
  /** The name of the bar to mark, and what is written above it. */
  readonly current: string | undefined;
  readonly mark: string;
  /** The least pixels for a label below the bars. */
  readonly labelWidth: number;
}

/** The average by hour of day, for the hours of a typical week. Marks the current one. */
export function hoursChart(patterns: Patterns, hours: readonly number[], now: number): Figure {
  const bars = hours.map((hour): Bar => {
    const { value = null, report_count = 0 } = patterns.by_hour.find((one) => one.hour === hour) ?? {};
    return { name: hourName(hour), value, reports: report_count };
  });
  const current = hourName(now);
  const [caption, column] = ['Average by hour of day', 'Hour'];
  return barFigure(bars, { unit: 'hour', caption, column, current, mark: 'this hour', labelWidth: 48 });
}

/** The average by weekday. Marks `weekday` as current, which is 0 for Monday. */
export function weekdaysChart(patterns: Patterns, weekday: number): Figure {
  const bars = patterns.by_weekday.map(({ label, value, report_count }): Bar => {
    return { name: label, value: report_count === 0 ? null : value, reports: report_count };
  });
  const current = patterns.by_weekday.find((one) => one.weekday === weekday)?.label;
  const [caption, column] = ['Average by weekday', 'Weekday'];
  return barFigure(bars, { unit: 'day', caption, column, current, mark: 'today', labelWidth: 0 });
}

function barFigure(bars: readonly Bar[], kind: Kind): Figure {
  const { unit, caption, column } = kind;
  const [busiest] = bars
    .filter(({ reports }) => reports >= LEAST_REPORTS)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return {
    draw: (width) => draw(width, bars, kind),
    summary:
      busiest === undefined
        ? `Too few reports to name the busiest ${unit}.`
        : `Busiest ${unit}: ${busiest.name}, ${personCount(busiest.value ?? 0)} on average.`,
    table: {
      caption,
      columns: [column, 'People on average', 'Reports'],
      rows: bars.map(({ name, value, reports }) => [name, value ?? 'no reports', reports]),
    },
  };
}

function draw(width: number, bars: readonly Bar[], { current, mark, labelWidth }: Kind): SVGSVGElement {
  const withValue = bars.filter(({ value }) => value !== null);
  const ticks = niceTicks(Math.max(0, ...withValue.map(({ value }) => value ?? 0)), 4);
  const step = Math.max(1, Math.ceil((bars.length * labelWidth) / width));
  const place = { x: 'name', y: 'value' };
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
      ticks: bars.filter((_, index) => index % step === 0).map(({ name }) => name),
    },
    y: { ...peopleAxis(ticks), tickFormat: String },
    marks: [
      gridOf(ticks),
      barY(withValue, {
        ...place,
        rx1: 3,
        fill: ({ name }: Bar) => (name === current ? COLORS.line : COLORS.usual),
      }),
      text(
        withValue.filter(({ name }) => name === current),
        {
          ...place,
          text: () => mark,
          textAnchor: anchorOf(bars, current),
          dy: -8,
          fill: COLORS.ink,
          fontWeight: 600,
        },
      ),
      tip(
        withValue,
        pointerX({
          ...place,
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
function anchorOf(bars: readonly Bar[], name: string | undefined): 'start' | 'middle' | 'end' {
  const index = bars.findIndex((bar) => bar.name === name);
  if (bars.length < 12 || (index > 1 && index < bars.length - 2)) return 'middle';
  return index > 1 ? 'end' : 'start';
}
