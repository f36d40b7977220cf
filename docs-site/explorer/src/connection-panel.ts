import { baseUrlOf } from './address.ts';
import type { FormChoice } from './deployment.ts';
import { byId } from './element.ts';
import type { Keys } from './keys.ts';
import type { Form } from './responses.ts';

const NO_BASE_URL = 'The base URL must be an http or https address, such as http://127.0.0.1:3000.';

export interface Connection {
  readonly baseUrl: string;
  readonly choice: FormChoice;
}

/** Where people say which deployment to show, with which key. */
export class ConnectionPanel {
  readonly #keys: Keys;
  readonly #button = byId<HTMLButtonElement>('connection-button');
  readonly #panel = byId('connection');
  readonly #reason = byId('connection-reason');
  readonly #baseUrl = byId<HTMLInputElement>('base-url');
  readonly #key = byId<HTMLInputElement>('key');
  readonly #form = byId<HTMLSelectElement>('form');
  readonly #keep = byId<HTMLInputElement>('keep');
  readonly #forget = byId<HTMLButtonElement>('forget');

  constructor(keys: Keys, connect: (connection: Connection) => void) {
    this.#keys = keys;
    this.#button.addEventListener('click', () => this.open(this.#panel.hasAttribute('hidden')));
    this.#baseUrl.addEventListener('change', () => this.#showKey());
    this.#forget.addEventListener('click', () => {
      const baseUrl = baseUrlOf(this.#baseUrl.value);
      if (baseUrl === null) return;
      keys.forget(baseUrl);
      this.#showKey();
      connect({ baseUrl, choice: this.#choice() });
    });
    this.#panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.open(false);
    });
    this.#button.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.open(false);
    });
    byId('connection-form').addEventListener('submit', (event) => {
      event.preventDefault();
      const connection = this.#read();
      if (connection !== null) connect(connection);
    });
  }

  /** Shows which deployment the page is about. */
  show({ baseUrl, choice }: Connection): void {
    this.#baseUrl.value = baseUrl;
    this.#form.value = String(choice);
    this.name(baseUrl, choice === 'auto' ? null : choice);
    this.#complain(this.#baseUrl, '');
    this.#complain(this.#key, '');
    this.#showKey();
  }

  name(baseUrl: string, form: Form | null): void {
    const { host, pathname } = new URL(baseUrl);
    this.#button.textContent = `${host}${pathname === '/' ? '' : pathname}${form === null ? '' : ` · Form ${form}`}`;
  }

  open(isOpen: boolean, reason = ''): void {
    // What is hidden cannot keep the focus, and who types should not be thrown to the top of the page.
    const hasFocus = this.#panel.contains(document.activeElement);
    this.#panel.hidden = !isOpen;
    if (!isOpen && hasFocus) this.#button.focus();
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.#reason.textContent = reason;
  }

  askForKey(): void {
    this.#key.focus();
  }

  /** Says that a base URL, asked for by the address bar, is none; what the page shows instead stays named in its button. */
  refuse(base: string): void {
    this.open(true, 'The link to this page names a deployment by an address that cannot be used.');
    this.#baseUrl.value = base;
    this.#showKey();
    this.#complain(this.#baseUrl, NO_BASE_URL);
  }

  #read(): Connection | null {
    const baseUrl = baseUrlOf(this.#baseUrl.value);
    const key = this.#key.value.trim().replace(/^Token +/i, '');
    const isKnown = baseUrl !== null && this.#keys.of(baseUrl) !== null;
    this.#complain(this.#baseUrl, baseUrl === null ? NO_BASE_URL : '');
    this.#complain(this.#key, keyProblem(key, isKnown));
    const wrong = [this.#baseUrl, this.#key].find((input) => input.getAttribute('aria-invalid') === 'true');
    wrong?.focus();
    if (wrong !== undefined || baseUrl === null) return null;
    const where = this.#keep.checked ? 'device' : 'tab';
    const kept = key === '' ? this.#keys.of(baseUrl) : key;
    if (kept !== null) this.#keys.keep(baseUrl, kept, where);
    return { baseUrl, choice: this.#choice() };
  }

  #choice(): FormChoice {
    return this.#form.value === '1' ? 1 : this.#form.value === '2' ? 2 : 'auto';
  }

  #showKey(): void {
    const baseUrl = baseUrlOf(this.#baseUrl.value);
    const isKnown = baseUrl !== null && this.#keys.of(baseUrl) !== null;
    this.#key.value = '';
    this.#key.placeholder = isKnown ? 'The one kept for this address' : '';
    this.#keep.checked = baseUrl !== null && this.#keys.isOnDevice(baseUrl);
    this.#forget.hidden = !isKnown;
  }

  #complain(input: HTMLInputElement, problem: string): void {
    input.setAttribute('aria-invalid', String(problem !== ''));
    byId(`${input.id}-problem`).textContent = problem;
  }
}

function keyProblem(key: string, isKnown: boolean): string {
  if (key === '') return isKnown ? '' : 'The key must not be empty.';
  // What may stand in a header: anything else would fail without a reason that the browser tells.
  return /^[\x21-\x7e]+$/.test(key) ? '' : 'The key must be of letters, digits and signs, without spaces.';
}
