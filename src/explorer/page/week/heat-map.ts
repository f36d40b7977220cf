import { element } from '../element.ts';
import { hourName, hourOf, type WallTime, WEEKDAYS, weekdayOf } from '../local-time.ts';
import { hourOfWeekday, pluralize } from '../words.ts';
import { foldedName, type HourRow, LEAST_REPORTS, type TypicalWeek } from './typical-week.ts';

/** The number of color steps: `heat-1` to `heat-6` in week.css. */
const STEPS = 6;

/** A typical week as a table by hour and weekday, which marks the current hour. */
export function heatMap(typical: TypicalWeek, rows: readonly HourRow[], now: WallTime): HTMLElement {
  const cell = (weekday: number, hour: number) => {
    const found = typical.hour(weekday, hour);
    const isNow = weekday === weekdayOf(now) && hour === hourOf(now);
    const current = { 'aria-current': isNow && 'time' };
    if (found === null) return element('td', current, element('span.visually-hidden', 'none'));
    const { value, reports } = found;
    const step = Math.min(STEPS, Math.max(1, Math.ceil((value / Math.max(1, typical.highest)) * STEPS)));
    const name = `heat-${step}${reports < LEAST_REPORTS ? ' heat-few' : ''}`;
    const average = `${peopleText(value)} on average, ${pluralize(reports, 'report')}`;
    const title = `${hourOfWeekday(weekday, hour)}: ${average}`;
    return element('td', { class: name, title, ...current }, Math.round(value));
  };
  const row = (shown: HourRow) =>
    shown.kind === 'folded'
      ? element('tr.folded', element('td', { colspan: 8 }, `${foldedName(shown)}: no reports`))
      : element(
          'tr',
          element('th', { scope: 'row' }, hourName(shown.hour)),
          ...WEEKDAYS.map((_, weekday) => cell(weekday, shown.hour)),
        );
  const head = WEEKDAYS.map((name) => element('th', { scope: 'col' }, name.slice(0, 3)));
  return element(
    'table.heat-map',
    { 'aria-label': 'Average people by hour and weekday' },
    element('thead', element('tr', element('td'), ...head)),
    element('tbody', ...rows.map(row)),
  );
}

/** People in whole numbers, as in the cells. */
export function peopleText(value: number): string {
  return pluralize(Math.round(value), 'person', 'people');
}
