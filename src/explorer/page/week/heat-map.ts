import { element } from '../element.ts';
import { hourName } from '../local-time.ts';
import { pluralize } from '../numbers.ts';
import type { WeekdayHour } from '../view.ts';
import { moveFocusByArrows } from './grid-focus.ts';
import { foldedName, type HourRow } from './hour-rows.ts';
import { LEAST_REPORTS, type TypicalHour, type TypicalWeek } from './typical-week.ts';
import { hourOfWeekday, shortWeekday, WEEKDAYS } from './weekday-names.ts';

/** The number of color steps: `heat-1` to `heat-6` in week.css. */
const STEPS = 6;

/** A typical week by hour and weekday, as a grid of buttons: each opens an hour, and the header of a weekday opens all of it. */
export class HeatMap {
  readonly table: HTMLTableElement;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #cells = new Map<string, HTMLElement>();

  constructor(
    typical: TypicalWeek,
    rows: readonly HourRow[],
    now: WeekdayHour,
    onOpen: (opened: WeekdayHour) => void,
  ) {
    const { highest } = typical;
    const button = (opened: WeekdayHour, label: string, text: string | number) => {
      const created = element(
        'button',
        { type: 'button', 'aria-label': label, 'aria-expanded': 'false' },
        text,
      );
      created.addEventListener('click', () => onOpen(opened));
      this.#buttons.set(keyOf(opened), created);
      return created;
    };
    const cell = (weekday: number, hour: number) => {
      const found = typical.hour(weekday, hour);
      const created = found === null ? emptyCell() : filled({ weekday, hour }, found);
      this.#cells.set(keyOf({ weekday, hour }), created);
      return created;
    };
    const filled = (opened: WeekdayHour & { readonly hour: number }, found: TypicalHour) => {
      const title = `${hourOfWeekday(opened.weekday, opened.hour)}: ${averageText(found)}`;
      const few = found.reports < LEAST_REPORTS ? ' heat-few' : '';
      return element(
        'td',
        { class: `${heatStep(found, highest)}${few}`, title },
        button(opened, title, Math.round(found.value)),
      );
    };
    const row = (shown: HourRow) =>
      shown.kind === 'folded'
        ? element(
            'tr',
            { class: 'folded' },
            element('td', { colspan: 8 }, `${foldedName(shown)}: no reports`),
          )
        : element(
            'tr',
            element('th', { scope: 'row' }, hourName(shown.hour)),
            ...WEEKDAYS.map((_, weekday) => cell(weekday, shown.hour)),
          );
    const head = WEEKDAYS.map((name, weekday) =>
      element(
        'th',
        { scope: 'col' },
        button({ weekday, hour: null }, `${shortWeekday(weekday)}: all ${name}s`, shortWeekday(weekday)),
      ),
    );
    this.table = element(
      'table',
      { class: 'heat-map', role: 'grid', 'aria-label': 'Average people by hour and weekday' },
      element('thead', element('tr', element('td'), ...head)),
      element('tbody', ...rows.map(row)),
    );
    this.markNow(now);
    moveFocusByArrows(this.table, this.#buttons.get(keyOf(now)) ?? null);
  }

  /** Marks the current hour. */
  markNow(now: WeekdayHour): void {
    for (const [key, cell] of this.#cells) {
      if (key === keyOf(now)) cell.setAttribute('aria-current', 'time');
      else cell.removeAttribute('aria-current');
    }
  }

  /** Marks what is open. */
  markOpened(opened: WeekdayHour | null): void {
    for (const [key, button] of this.#buttons) {
      button.setAttribute('aria-expanded', String(opened !== null && key === keyOf(opened)));
    }
  }

  focus(opened: WeekdayHour): void {
    this.#buttons.get(keyOf(opened))?.focus();
  }
}

/** The class of a colored cell. */
export function heatStep({ value }: TypicalHour, highest: number): string {
  return `heat-${Math.min(STEPS, Math.max(1, Math.ceil((value / Math.max(1, highest)) * STEPS)))}`;
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

/** An average in words, such as `14 people on average, 116 reports`. */
export function averageText({ value, reports }: TypicalHour): string {
  return `${peopleText(value)} on average, ${pluralize(reports, 'report')}`;
}

/** People in whole numbers, as in the cells. */
export function peopleText(value: number): string {
  return pluralize(Math.round(value), 'person', 'people');
}

/** A cell without reports. */
export function emptyCell(): HTMLElement {
  return element('td', element('span', { class: 'visually-hidden' }, 'none'));
}

function keyOf({ weekday, hour }: WeekdayHour): string {
  return `${weekday} ${hour}`;
}
