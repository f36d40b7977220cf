import { element, tableHead } from './element.ts';
import { hourName } from './local-time.ts';
import { formatPeople, pluralize } from './numbers.ts';
import { shownHours } from './patterns-chart.ts';
import type { Patterns } from './responses.ts';
import type { TypicalWeek } from './typical-week.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** The number of color steps: `heat-1` to `heat-6` in explorer.css. */
const STEPS = 6;

/** A typical week by hour and weekday, as a colored table. */
export function heatMap(typical: TypicalWeek, patterns: Patterns): HTMLElement {
  const highest = Math.max(1, typical.highest);
  const cell = (weekday: number, hour: number) => {
    const found = typical.hour(weekday, hour);
    if (found === null)
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
  const caption = `Average people by hour and weekday, from ${pluralize(typical.reports, 'report')}`;
  return element(
    'table',
    { class: 'heat-map' },
    element('caption', caption),
    tableHead(['Hour', ...WEEKDAYS]),
    element('tbody', ...shownHours(patterns).map(row)),
  );
}
