import { barY, gridY, pointerX, ruleY, tip } from '@observablehq/plot';
import type { Picture } from './figure.ts';
import { hourName } from './local-time.ts';
import { COLORS, countOf, drawPlot, people } from './plot.ts';
import type { Patterns } from './responses.ts';

/** A picture of bars. */
export interface BarPicture extends Picture {
  /** Whether one of the bars stands out. */
  readonly hasCurrent: boolean;
}

interface Bar {
  readonly name: string;
  readonly value: number | null;
  readonly reports: number;
}

/** The typical day by hours, from the first open hour to the last where the form tells them; `hour` stands out. */
export function hoursChart(patterns: Patterns, hour: number | null): BarPicture {
  const bars = shownHours(patterns).map((shown): Bar & { hour: number } => {
    const { value = null, report_count = 0 } = patterns.by_hour.find((one) => one.hour === shown) ?? {};
    return { hour: shown, name: hourName(shown), value, reports: report_count };
  });
  const busiest = busiestOf(bars);
  const current = hour === null ? null : hourName(hour);
  return {
    hasCurrent: isTold(bars, current),
    draw: (width) => draw(width, bars, current, Math.ceil((bars.length * 48) / width)),
    summary:
      busiest === null
        ? 'No reports yet.'
        : `Busiest hour: from ${busiest.name}, ${people(busiest.value ?? 0)} people on average.`,
    table: tableOf('Average by hour of day', 'Hour', bars),
  };
}

/** The typical week by weekdays; `weekday`, 0 for Monday, stands out. */
export function weekdaysChart(patterns: Patterns, weekday: number | null): BarPicture {
  const bars = patterns.by_weekday.map(
    ({ label, value, report_count }): Bar => ({
      name: label,
      value: report_count === 0 ? null : value,
      reports: report_count,
    }),
  );
  const busiest = busiestOf(bars);
  const current = patterns.by_weekday.find((one) => one.weekday === weekday)?.label ?? null;
  return {
    hasCurrent: isTold(bars, current),
    draw: (width) => draw(width, bars, current, 1),
    summary:
      busiest === null
        ? 'No reports yet.'
        : `Busiest day: ${busiest.name}, ${people(busiest.value ?? 0)} people on average.`,
    table: tableOf('Average by weekday', 'Weekday', bars),
  };
}

/** The hours to show, in the order of an opening: from the first open one on, past midnight where the last is smaller. */
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

function draw(width: number, bars: readonly Bar[], current: string | null, every: number): Element {
  const told = bars.filter(({ value }) => value !== null);
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
      ticks: bars.filter((_, index) => index % Math.max(1, every) === 0).map(({ name }) => name),
    },
    y: { label: '↑ People', ticks: 4, domain: [0, Math.max(5, ...told.map(({ value }) => value ?? 0))] },
    marks: [
      gridY({ stroke: COLORS.rule, strokeOpacity: 1 }),
      ruleY([0], { stroke: COLORS.rule }),
      barY(told, {
        x: 'name',
        y: 'value',
        rx1: 3,
        fill: ({ name }: Bar) => (name === current ? COLORS.highlighted : COLORS.bar),
      }),
      tip(
        told,
        pointerX({
          x: 'name',
          y: 'value',
          fill: 'var(--surface)',
          stroke: COLORS.rule,
          title: ({ name, value, reports }: Bar) =>
            `${name}\n${people(value ?? 0)} people on average\n${countOf(reports, 'report')}`,
        }),
      ),
    ],
  });
}

function isTold(bars: readonly Bar[], name: string | null): boolean {
  return bars.some((bar) => bar.name === name && bar.value !== null);
}

function busiestOf(bars: readonly Bar[]): Bar | null {
  const told = bars.filter(({ reports }) => reports > 0);
  return told.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0] ?? null;
}

function tableOf(caption: string, first: string, bars: readonly Bar[]) {
  const rows = bars.map(({ name, value, reports }) => [name, value ?? 'no reports', reports]);
  return { caption, columns: [first, 'People on average', 'Reports'], rows };
}
