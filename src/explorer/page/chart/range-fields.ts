import { byId } from '../element.ts';
import { isComplete, parseRange, type Range } from './range.ts';

/** Milliseconds without a change before the dates are read: picking from a calendar does not leave the field. */
const PAUSE = 1000;

/** The two date fields of a range. Never overwrites what the user is typing, and reads only complete dates. */
export class RangeFields {
  readonly #inputs = [byId<HTMLInputElement>('since'), byId<HTMLInputElement>('until')] as const;
  readonly #onRange: (range: Range) => void;
  #today = '';
  /** True if the user has changed the fields since the last load. */
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
  }

  /** Shows the dates of a range, except in a field that the user is editing. */
  show(since: string, until: string, today: string): void {
    this.#today = today;
    for (const [input, value] of [
      [this.#inputs[0], since],
      [this.#inputs[1], until],
    ] as const) {
      // The same value again would discard what is typed in part.
      if (input.max !== today) input.max = today;
      if (!this.#isEdited && input !== document.activeElement && input.value !== value) input.value = value;
    }
  }

  /** Discards what was typed, when another range is chosen. */
  reset(): void {
    this.#isEdited = false;
    window.clearTimeout(this.#timer);
    this.#showError('');
  }

  #read(): void {
    window.clearTimeout(this.#timer);
    if (!this.#isEdited || this.#today === '') return;
    const range = parseRange(this.#inputs[0].value, this.#inputs[1].value, this.#today);
    if (typeof range === 'string') this.#showError(range);
    else this.#onRange(range);
  }

  #showError(error: string): void {
    byId('range-error').textContent = error;
    for (const input of this.#inputs) input.setAttribute('aria-invalid', String(error !== ''));
  }
}
