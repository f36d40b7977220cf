import { element, tableHead } from './element.ts';
import { hourName, wallTimeOf } from './local-time.ts';
import { shownHours } from './patterns-chart.ts';
import { formatPeople, pluralize } from './plot.ts';
import type { Chart, Patterns } from './responses.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** The number of color steps: `heat-1` to `heat-6` in explorer.css. */
const STEPS = 6;

interface Cell {
  readonly value: number;
  readonly reports: number;
}

/**
 * Averages by hour and weekday as a colored table. The patterns have averages by hour or by weekday, but not by both, so
 * these come from the reports of a chart.
 */
export function heatMap(chart: Chart, patterns: Patterns): HTMLElement {
  const cells = averages(chart.scatter);
  const highest = Math.max(1, ...[...cells.values()].map(({ value }) => value));
  const cell = (weekday: number, hour: number) => {
    const found = cells.get(weekday * 24 + hour);
    if (found === undefined)
      return element('td', { class: 'heat-none' }, element('span', { class: 'visually-hidden' }, 'none'));
    const step = Math.max(1, Math.ceil((found.value / highest) * STEPS));
    const title = `${WEEKDAYS[weekday]} ${hourName(hour)}: ${formatPeople(found.value)} people on average, ${pluralize(found.reports, 'report')}`;
    return element('td', { class: `heat-${step}`, title }, Math.round(found.value));
  };
  const row = (hour: number) =>
    element(
      'tr',
      element('th', { scope: 'row' }, hourName(hour)),
      ...WEEKDAYS.map((_, weekday) => cell(weekday, hour)),
    );
  const caption = `Average people by hour and weekday, from ${pluralize(chart.scatter.length, 'report')}`;
  return element(
    'table',
    { class: 'heat-map' },
    element('caption', caption),
    tableHead(['Hour', ...WEEKDAYS]),
    element('tbody', ...shownHours(patterns).map(row)),
  );
}

/** Plain averages, keyed by `weekday * 24 + hour` of local time; Monday is 0. */
export function averages(scatter: Chart['scatter']): ReadonlyMap<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const { t, value } of scatter) {
    const time = new Date(wallTimeOf(t));
    const key = ((time.getUTCDay() + 6) % 7) * 24 + time.getUTCHours();
    const { value: mean, reports } = cells.get(key) ?? { value: 0, reports: 0 };
    cells.set(key, { value: mean + (value - mean) / (reports + 1), reports: reports + 1 });
  }
  return cells;
}
