import { barY, gridY, pointerX, ruleY, tip } from '@observablehq/plot';
import type { Figure } from './figure.ts';
import { hourName } from './local-time.ts';
import { formatPeople, pluralize } from './numbers.ts';
import { COLORS, drawPlot, niceTicks } from './plot.ts';
import type { Patterns } from './responses.ts';

/** A bar chart. */
export interface BarFigure extends Figure {
  /** Whether one of the bars is the current hour or day. */
  readonly hasCurrent: boolean;
}

interface Bar {
  readonly name: string;
  readonly value: number | null;
  readonly reports: number;
}

/** The average by hour of day, during open hours where the form has them. Marks `hour` as current. */
export function hoursChart(patterns: Patterns, hour: number | null): BarFigure {
  const bars = shownHours(patterns).map((shown): Bar => {
    const { value = null, report_count = 0 } = patterns.by_hour.find((one) => one.hour === shown) ?? {};
    return { name: hourName(shown), value, reports: report_count };
  });
  const current = hour === null ? null : hourName(hour);
  return barFigure('hour', 'Average by hour of day', bars, current, (width) => (bars.length * 48) / width);
}

/** The average by weekday. Marks `weekday` as current, which is 0 for Monday. */
export function weekdaysChart(patterns: Patterns, weekday: number | null): BarFigure {
  const bars = patterns.by_weekday.map(
    ({ label, value, report_count }): Bar => ({
      name: label,
      value: report_count === 0 ? null : value,
      reports: report_count,
    }),
  );
  const current = patterns.by_weekday.find((one) => one.weekday === weekday)?.label ?? null;
  return barFigure('day', 'Average by weekday', bars, current, () => 1);
}

/** The hours to show, from the first open hour to the last, which may be past midnight; all 24 if reports are outside. */
export function shownHours(patterns: Patterns): readonly number[] {
  const withReports = patterns.by_hour.filter(({ report_count }) => report_count > 0).map(({ hour }) => hour);
  const open = 'open_hours' in patterns ? patterns.open_hours : null;
  const first = open?.first ?? withReports[0] ?? 0;
  const last = open?.last ?? withReports.at(-1) ?? 23;
  const count = ((last - first + 24) % 24) + 1;
  const hours = Array.from({ length: count }, (_, index) => (first + index) % 24);
  return withReports.every((hour) => hours.includes(hour))
    ? hours
    : Array.from({ length: 24 }, (_, hour) => hour);
}

function barFigure(
  unit: 'hour' | 'day',
  caption: string,
  bars: readonly Bar[],
  current: string | null,
  labelStep: (width: number) => number,
): BarFigure {
  const [busiest] = bars
    .filter(({ reports }) => reports > 0)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return {
    hasCurrent: bars.some(({ name, value }) => name === current && value !== null),
    draw: (width) => draw(width, bars, current, Math.ceil(labelStep(width))),
    summary:
      busiest === undefined
        ? 'No reports yet.'
        : `Busiest ${unit}: ${busiest.name}, ${formatPeople(busiest.value ?? 0)} people on average.`,
    table: {
      caption,
      columns: [unit === 'hour' ? 'Hour' : 'Weekday', 'People on average', 'Reports'],
      rows: bars.map(({ name, value, reports }) => [name, value ?? 'no reports', reports]),
    },
  };
}

function draw(width: number, bars: readonly Bar[], current: string | null, labelStep: number): Element {
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
      ticks: bars.filter((_, index) => index % Math.max(1, labelStep) === 0).map(({ name }) => name),
    },
    y: { label: '↑ People', ticks, domain: [0, ticks.at(-1) ?? 0] },
    marks: [
      gridY(ticks, { stroke: COLORS.rule, strokeOpacity: 1 }),
      ruleY([0], { stroke: COLORS.rule }),
      barY(withValue, {
        x: 'name',
        y: 'value',
        rx1: 3,
        fill: ({ name }: Bar) => (name === current ? COLORS.current : COLORS.bar),
      }),
      tip(
        withValue,
        pointerX({
          x: 'name',
          y: 'value',
          fill: 'var(--surface)',
          stroke: COLORS.rule,
          title: ({ name, value, reports }: Bar) =>
            `${name}\n${formatPeople(value ?? 0)} people on average\n${pluralize(reports, 'report')}`,
        }),
      ),
    ],
  });
}
