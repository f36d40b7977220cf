import { byId } from '../element.ts';
import { isComplete, parseRange, type Range } from './range.ts';

/** Milliseconds without a change before the dates are read: picking from a calendar does not leave the field. */
const PAUSE = 1000;

/** The two date fields of a range. Never overwrites what the user is typing, and reads only complete dates. */
export class RangeFields {
  readonly #since = byId<HTMLInputElement>('since');
  readonly #until = byId<HTMLInputElement>('until');
  readonly #onRange: (range: Range) => void;
  #today = '';
  /** Whether the user has changed the fields since the last load. */
  #isEdited = false;
  #timer: number | undefined;

  constructor(onRange: (range: Range) => void) {
    this.#onRange = onRange;
    for (const input of this.#inputs) {
      input.addEventListener('input', () => {
        this.#isEdited = true;
        window.clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => {
          if (this.#inputs.every(({ value }) => isComplete(value))) this.#read();
        }, PAUSE);
      });
      input.addEventListener('blur', () => this.#read());
      input.addEventListener('keydown', ({ key }) => {
        if (key === 'Enter') this.#read();
      });
    }
    byId('range-form').addEventListener('submit', (event) => event.preventDefault());
  }

  /** Shows the dates of a range, except in a field that the user is editing. */
  show(since: string, until: string, today: string): void {
    this.#today = today;
    this.#inputs.forEach((input, index) => {
      const value = index === 0 ? since : until;
      if (input.max !== today) input.max = today;
      if (!this.#isEdited && input !== document.activeElement && input.value !== value) input.value = value;
    });
  }

  /** Discards what was typed, when another range is chosen. */
  reset(): void {
    this.#isEdited = false;
    window.clearTimeout(this.#timer);
    this.#showError('');
  }

  get #inputs(): readonly HTMLInputElement[] {
    return [this.#since, this.#until];
  }

  #read(): void {
    window.clearTimeout(this.#timer);
    if (!this.#isEdited || this.#today === '') return;
    const range = parseRange(this.#since.value, this.#until.value, this.#today);
    if (typeof range === 'string') this.#showError(range);
    else this.#onRange(range);
  }

  #showError(error: string): void {
    byId('range-error').textContent = error;
    for (const input of this.#inputs) input.setAttribute('aria-invalid', String(error !== ''));
  }
}
