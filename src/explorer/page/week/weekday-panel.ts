import { byId, element } from '../element.ts';
import { dayName, hourName } from '../local-time.ts';
import { pluralize } from '../numbers.ts';
import type { WeekdayHour } from '../view.ts';
import { averageText, emptyCell, heatStep, peopleText } from './heat-map.ts';
import type { TypicalHour, TypicalWeek } from './typical-week.ts';
import { everyWeekday, WEEKDAYS } from './weekday-names.ts';
import type { DayOfWeekday } from './weekday-over-weeks.ts';

/** How many days to show at first. A year of days takes long to draw on a slow phone. */
const FIRST_DAYS = 13;

/** What the panel shows. */
export interface WeekdayOverWeeks {
  readonly opened: WeekdayHour;
  /** Newest first. */
  readonly days: readonly DayOfWeekday[];
  readonly typical: TypicalWeek;
  /** The hours of the day that have a column. */
  readonly hours: readonly number[];
}

/** A weekday over the weeks, as a table: a row for each day, a column for each hour. */
export class WeekdayPanel {
  readonly #panel = byId('weekday');
  readonly #title = byId('weekday-title');
  readonly #summary = byId('weekday-summary');
  readonly #table = byId('weekday-table');
  readonly #onDay: (date: string) => void;

  /** `onDay` gets the date that the user chose; `onClose` is called when the user closes the panel. */
  constructor(onDay: (date: string) => void, onClose: () => void) {
    this.#onDay = onDay;
    byId('weekday-close').addEventListener('click', onClose);
    this.#panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') onClose();
    });
  }

  show(shown: WeekdayOverWeeks | null): void {
    this.#panel.hidden = shown === null;
    if (shown === null) return;
    const { opened, days } = shown;
    const name = everyWeekday(opened.weekday, opened.hour);
    this.#title.textContent = name;
    this.#summary.textContent = summaryOf(shown);
    this.#table.setAttribute('aria-label', `${name}, by date and hour`);
    if (days.length === 0)
      this.#table.replaceChildren(element('p', { class: 'empty' }, 'The period has no such day.'));
    else this.#showDays(shown, FIRST_DAYS);
    // Where the table is wider than the page, in the middle.
    const chosen = this.#table.querySelector<HTMLElement>('thead [aria-current]');
    if (chosen === null) return;
    this.#table.scrollLeft = chosen.offsetLeft - (this.#table.clientWidth - chosen.offsetWidth) / 2;
  }

  get hasFocus(): boolean {
    return this.#panel.contains(document.activeElement);
  }

  /** Moves the focus to the panel, which scrolls it into view. */
  focus(): void {
    this.#title.focus();
  }

  #showDays(shown: WeekdayOverWeeks, count: number): void {
    const { days } = shown;
    const table = this.#tableOf({ ...shown, days: days.slice(0, count) });
    this.#table.replaceChildren(table);
    if (days.length <= count) return;
    const more = element('button', { type: 'button' }, `Show all ${days.length} days`);
    more.addEventListener('click', () => {
      this.#showDays(shown, days.length);
      this.#table.querySelectorAll<HTMLElement>('tbody button')[count]?.focus();
    });
    this.#table.append(more);
  }

  #tableOf({ opened, days, typical, hours }: WeekdayOverWeeks): HTMLElement {
    const { highest } = typical;
    const cell = (found: TypicalHour | null, hour: number) => {
      const title = found === null ? null : averageText(found);
      const created =
        found === null
          ? emptyCell()
          : element('td', { class: heatStep(found, highest), title }, Math.round(found.value));
      if (hour === opened.hour) created.setAttribute('aria-current', 'true');
      return created;
    };
    const row = (head: HTMLElement, averages: TypicalWeek) =>
      element('tr', head, ...hours.map((hour) => cell(averages.hour(opened.weekday, hour), hour)));
    const table = element(
      'table',
      { class: 'heat-map weekday-days' },
      element(
        'thead',
        element(
          'tr',
          element('th', { scope: 'col' }, 'Day'),
          ...hours.map((hour) =>
            element(
              'th',
              { scope: 'col', 'aria-current': hour === opened.hour ? 'true' : null },
              hourName(hour),
            ),
          ),
        ),
      ),
      element(
        'tbody',
        ...days.map(({ date, averages }) => row(this.#rowHead(date, days[0]?.date ?? date), averages)),
      ),
      element('tfoot', row(element('th', { scope: 'row' }, 'Average'), typical)),
    );
    table.style.minWidth = `${100 + hours.length * 40}px`;
    table.style.maxWidth = `${100 + hours.length * 90}px`;
    return table;
  }

  #rowHead(date: string, newest: string): HTMLElement {
    const text = `${dayName(Date.parse(date))}${date.slice(0, 4) === newest.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`}`;
    const button = element('button', { type: 'button', 'aria-label': `${text}: show in the chart` }, text);
    button.addEventListener('click', () => this.#onDay(date));
    return element('th', { scope: 'row' }, button);
  }
}

function summaryOf({ opened, days, typical, hours }: WeekdayOverWeeks): string {
  const { weekday, hour } = opened;
  const counted = hour === null ? hours : [hour];
  const reports = counted.reduce((sum, one) => sum + (typical.hour(weekday, one)?.reports ?? 0), 0);
  const found = hour === null ? null : typical.hour(weekday, hour);
  const what = found === null ? 'Average people by hour' : `${peopleText(found.value)} on average`;
  const when = days.length === 1 ? WEEKDAYS[weekday] : `${WEEKDAYS[weekday]}s`;
  return `${what}, from ${pluralize(reports, 'report')} on ${days.length} ${when}.`;
}
