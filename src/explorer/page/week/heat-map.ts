import { element } from '../element.ts';
import { hourName, type WallTime, weekdayOf } from '../local-time.ts';
import { hourOfWeekday, pluralize, shortWeekday, WEEKDAYS } from '../words.ts';
import { foldedName, type HourRow } from './hour-rows.ts';
import { LEAST_REPORTS, type TypicalHour, type TypicalWeek } from './typical-week.ts';

/** The number of color steps: `heat-1` to `heat-6` in week.css. */
const STEPS = 6;

/** A typical week as a table by hour and weekday, which marks the current hour. */
export function heatMap(typical: TypicalWeek, rows: readonly HourRow[], now: WallTime): HTMLElement {
  const [today, thisHour] = [weekdayOf(now), new Date(now).getUTCHours()];
  const cell = (weekday: number, hour: number) => {
    const found = typical.hour(weekday, hour);
    const current = weekday === today && hour === thisHour ? 'time' : null;
    if (found === null) {
      const none = element('span', { class: 'visually-hidden' }, 'none');
      return element('td', { 'aria-current': current }, none);
    }
    const few = found.reports < LEAST_REPORTS ? ' heat-few' : '';
    const title = `${hourOfWeekday(weekday, hour)}: ${averageText(found)}`;
    const attributes = { class: `${heatStep(found, typical.highest)}${few}`, title, 'aria-current': current };
    return element('td', attributes, Math.round(found.value));
  };
  const row = (shown: HourRow) =>
    shown.kind === 'folded'
      ? element('tr', { class: 'folded' }, element('td', { colspan: 8 }, `${foldedName(shown)}: no reports`))
      : element(
          'tr',
          element('th', { scope: 'row' }, hourName(shown.hour)),
          ...WEEKDAYS.map((_, weekday) => cell(weekday, shown.hour)),
        );
  const head = WEEKDAYS.map((_, weekday) => element('th', { scope: 'col' }, shortWeekday(weekday)));
  return element(
    'table',
    { class: 'heat-map', 'aria-label': 'Average people by hour and weekday' },
    element('thead', element('tr', element('td'), ...head)),
    element('tbody', ...rows.map(row)),
  );
}

/** The content of the legend of the colors. */
export function heatLegend(highest: number): readonly Node[] {
  const steps = Array.from({ length: STEPS }, (_, index) => element('span', { class: `heat-${index + 1}` }));
  const entry = (...content: readonly (HTMLElement | string)[]) =>
    element('span', { class: 'legend-item' }, ...content);
  const sample = (kind: string, text = '') =>
    element('span', { class: `heat-sample ${kind}`, 'aria-hidden': 'true' }, text);
  return [
    entry(
      '0',
      element('span', { class: 'visually-hidden' }, ' to '),
      element('span', { class: 'heat-scale', 'aria-hidden': 'true' }, ...steps),
      `${peopleText(highest)} on average`,
    ),
    entry(sample('heat-few', '3'), `fewer than ${LEAST_REPORTS} reports`),
    entry(sample('heat-now'), 'now'),
  ];
}

/** The class of a colored cell. */
function heatStep({ value }: TypicalHour, highest: number): string {
  return `heat-${Math.min(STEPS, Math.max(1, Math.ceil((value / Math.max(1, highest)) * STEPS)))}`;
}

/** An average in words, such as `14 people on average, 116 reports`. */
function averageText({ value, reports }: TypicalHour): string {
  return `${peopleText(value)} on average, ${pluralize(reports, 'report')}`;
}

/** People in whole numbers, as in the cells. */
function peopleText(value: number): string {
  return pluralize(Math.round(value), 'person', 'people');
}
