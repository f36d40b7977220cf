import { byId, element } from '../element.ts';
import { addDays, dayName, isDate, weekdayName } from '../local-time.ts';
import { type Comparison, comparedDay } from './chart-view.ts';
import { isComplete } from './range.ts';

/** Chooses what a single day is compared with. */
export class CompareField {
  readonly #label = byId('compare-field');
  readonly #select = byId<HTMLSelectElement>('compare');
  readonly #date = byId<HTMLInputElement>('compare-date');
  #day = '';

  constructor(onCompare: (compare: Comparison) => void) {
    this.#select.addEventListener('change', () => {
      const { value } = this.#select;
      if (value === 'date') onCompare({ date: addDays(this.#day, -7) });
      else onCompare(value as Exclude<Comparison, object>);
      if (value === 'date') this.#date.focus();
    });
    this.#date.addEventListener('change', () => {
      if (isComplete(this.#date.value)) onCompare({ date: this.#date.value });
    });
  }

  /** Shows a comparison of a day; hidden if there is no single day. */
  show(compare: Comparison, day: string | null, today: string): void {
    this.#label.hidden = day === null;
    this.#date.hidden = day === null || typeof compare === 'string';
    if (day === null) return;
    this.#day = day;
    const name = (date: Comparison) => dayName(Date.parse(comparedDay(date, day) ?? day));
    const options: readonly (readonly [string, string])[] = [
      ['typical', `a typical ${weekdayName(day)}`],
      [
        'week-before',
        `${day === today ? `last ${weekdayName(day)}` : 'a week before'}, ${name('week-before')}`,
      ],
      ['day-before', `${day === today ? 'yesterday' : 'the day before'}, ${name('day-before')}`],
      ['nothing', 'nothing'],
      // Last, since it moves the focus: the arrow keys reach all others.
      ['date', 'another day…'],
    ];
    const labels = options.map(([, label]) => label).join();
    // Replaced only when they change, since that closes an open list.
    if (this.#select.dataset['labels'] !== labels) {
      this.#select.dataset['labels'] = labels;
      this.#select.replaceChildren(...options.map(([value, label]) => element('option', { value }, label)));
    }
    this.#select.value = typeof compare === 'string' ? compare : 'date';
    this.#date.max = today;
    if (typeof compare === 'string' || this.#date === document.activeElement) return;
    if (isDate(compare.date)) this.#date.value = compare.date;
  }
}
