import { byId } from './element.ts';
import { isWhole, type Range, rangeOf } from './range.ts';

/** Milliseconds without a change after which dates are taken as they stand: a calendar is picked from without leaving the field. */
const PAUSE = 1000;

/** The two dates of a range. What is being typed is never written over, and is read when it is whole. */
export class RangeFields {
  readonly #since = byId<HTMLInputElement>('since');
  readonly #until = byId<HTMLInputElement>('until');
  readonly #go: (range: Range) => void;
  #today = '';
  /** Whether the fields say something else than what was last asked for. */
  #isEdited = false;
  #timer: number | undefined;

  /** `go` is told each range that was typed. */
  constructor(go: (range: Range) => void) {
    this.#go = go;
    for (const input of this.#inputs) {
      input.addEventListener('input', () => {
        this.#isEdited = true;
        window.clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => {
          if (this.#inputs.every(({ value }) => isWhole(value))) this.#read();
        }, PAUSE);
      });
      input.addEventListener('blur', () => this.#read());
      input.addEventListener('keydown', ({ key }) => {
        if (key === 'Enter') this.#read();
      });
    }
    byId('range-form').addEventListener('submit', (event) => event.preventDefault());
  }

  /** Shows the dates of a range, except where someone types. */
  show(since: string, until: string, today: string): void {
    this.#today = today;
    this.#inputs.forEach((input, index) => {
      const value = index === 0 ? since : until;
      if (input.max !== today) input.max = today;
      if (!this.#isEdited && input !== document.activeElement && input.value !== value) input.value = value;
    });
  }

  /** Gives up what was typed: another range was chosen. */
  forget(): void {
    this.#isEdited = false;
    window.clearTimeout(this.#timer);
    this.#complain('');
  }

  get #inputs(): readonly HTMLInputElement[] {
    return [this.#since, this.#until];
  }

  #read(): void {
    window.clearTimeout(this.#timer);
    if (!this.#isEdited || this.#today === '') return;
    const range = rangeOf(this.#since.value, this.#until.value, this.#today);
    if (typeof range === 'string') this.#complain(range);
    else this.#go(range);
  }

  #complain(problem: string): void {
    byId('range-problem').textContent = problem;
    for (const input of this.#inputs) input.setAttribute('aria-invalid', String(problem !== ''));
  }
}
