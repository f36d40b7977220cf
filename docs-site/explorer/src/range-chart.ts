import { dot, gridY, lineY, pointerX, ruleY, tip } from '@observablehq/plot';
import type { Figure } from './figure.ts';
import { DAY, dateOf, dayName, longDayName, wallTimeOf } from './local-time.ts';
import { formatPeople, pluralize } from './numbers.ts';
import { COLORS, drawPlot } from './plot.ts';
import type { Chart } from './responses.ts';

/** Above this number of reports, dots would be slow to draw and hide each other. */
const MAX_DOTS = 2500;

/** Several days: daily or weekly averages as a line, with the reports as faint dots behind it. */
export function rangeChart(chart: Chart): Figure {
  const line = chart.line.map(({ t, value }) => ({ at: wallTimeOf(t), value }));
  const reports = chart.scatter.map(({ t, value }) => ({ at: wallTimeOf(t), value }));
  const step = stepOf(line.map(({ at }) => at));
  return {
    draw: (width) => draw(width, line, reports.length > MAX_DOTS ? [] : reports, step),
    summary: summaryOf(line, reports.length, step),
    table: {
      caption: `Average for each ${step}`,
      columns: [step === 'day' ? 'Day' : 'Week of', 'People on average'],
      rows: line.map(({ at, value }) => [`${dayName(at)} ${dateOf(at).slice(0, 4)}`, value ?? 'no reports']),
    },
  };
}

interface Point {
  readonly at: number;
  readonly value: number | null;
}

function draw(
  width: number,
  line: readonly Point[],
  reports: readonly Point[],
  step: 'day' | 'week',
): Element {
  const withValue = line.filter(({ value }) => value !== null);
  const highest = Math.max(10, ...[...withValue, ...reports].map(({ value }) => value ?? 0));
  const name = ({ at, value }: Point) =>
    `${step === 'week' ? 'Week of ' : ''}${dayName(at)}\n${formatPeople(value ?? 0)} people on average`;
  return drawPlot({
    width,
    height: width < 520 ? 240 : 300,
    marginTop: 24,
    marginBottom: 40,
    x: { type: 'utc', label: null, ticks: Math.max(3, Math.floor(width / 110)) },
    y: { label: '↑ People', ticks: 5, domain: [0, highest] },
    marks: [
      gridY({ stroke: COLORS.rule, strokeOpacity: 1 }),
      ruleY([0], { stroke: COLORS.rule }),
      dot(reports, { x: 'at', y: 'value', r: 2.5, fill: COLORS.report, fillOpacity: 0.25 }),
      lineY(line, { x: 'at', y: 'value', stroke: COLORS.line, strokeWidth: 2.5 }),
      dot(withValue, { x: 'at', y: 'value', r: withValue.length > 60 ? 2 : 3.5, fill: COLORS.line }),
      tip(
        withValue,
        pointerX({ x: 'at', y: 'value', fill: 'var(--surface)', stroke: COLORS.rule, title: name }),
      ),
    ],
  });
}

function stepOf(times: readonly number[]): 'day' | 'week' {
  const [first = 0, , third = 0] = times;
  // The first week may be partial; the second is complete.
  return third - (times[1] ?? first) > 1.5 * DAY ? 'week' : 'day';
}

function summaryOf(line: readonly Point[], reports: number, step: 'day' | 'week'): string {
  if (reports === 0) return 'No reports in this range.';
  const busiest = line.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))[0];
  const peak =
    busiest === undefined || busiest.value === null
      ? ''
      : ` Busiest: ${step === 'week' ? 'the week of ' : ''}${longDayName(dateOf(busiest.at))}, ${formatPeople(busiest.value)} people on average.`;
  const dots = reports > MAX_DOTS ? ', too many to show as dots' : '';
  return `Average by ${step}, from ${pluralize(reports, 'report')}${dots}.${peak}`;
}
