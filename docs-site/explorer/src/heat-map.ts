import { element } from './element.ts';
import { hourName, wallTimeOf } from './local-time.ts';
import { shownHours } from './patterns-chart.ts';
import { countOf, people } from './plot.ts';
import type { Chart, Patterns } from './responses.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** Steps of colour, `heat-1` to `heat-6` in explorer.css. */
const STEPS = 6;

interface Cell {
  readonly value: number;
  readonly reports: number;
}

/**
 * Hours and weekdays together, as a coloured table, which is picture and numbers in one. The patterns have only one of the
 * two at a time, so the averages are taken here, over the reports of a chart.
 */
export function heatMap(chart: Chart, patterns: Patterns): HTMLElement {
  const cells = averages(chart.scatter);
  const highest = Math.max(1, ...[...cells.values()].map(({ value }) => value));
  const cell = (weekday: number, hour: number) => {
    const found = cells.get(weekday * 24 + hour);
    if (found === undefined)
      return element('td', { class: 'heat-none' }, element('span', { class: 'unseen' }, 'none'));
    const step = Math.max(1, Math.ceil((found.value / highest) * STEPS));
    const title = `${WEEKDAYS[weekday]} ${hourName(hour)}: ${people(found.value)} people on average, ${countOf(found.reports, 'report')}`;
    return element('td', { class: `heat-${step}`, title }, Math.round(found.value));
  };
  return element(
    'table',
    { class: 'heat' },
    element(
      'caption',
      {},
      `Average people by hour and weekday, from ${countOf(chart.scatter.length, 'report')}`,
    ),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Hour'),
        ...WEEKDAYS.map((name) => element('th', { scope: 'col' }, name)),
      ),
    ),
    element(
      'tbody',
      {},
      ...shownHours(patterns).map((hour) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, hourName(hour)),
          ...WEEKDAYS.map((_, weekday) => cell(weekday, hour)),
        ),
      ),
    ),
  );
}

/** Plain averages, by `weekday * 24 + hour` of the local clock; Monday is 0. */
export function averages(scatter: Chart['scatter']): ReadonlyMap<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const { t, value } of scatter) {
    const time = new Date(wallTimeOf(t));
    const place = ((time.getUTCDay() + 6) % 7) * 24 + time.getUTCHours();
    const { value: before, reports } = cells.get(place) ?? { value: 0, reports: 0 };
    cells.set(place, { value: before + (value - before) / (reports + 1), reports: reports + 1 });
  }
  return cells;
}
