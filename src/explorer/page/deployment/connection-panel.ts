import { type OwnService, parseBaseUrl } from '../address.ts';
import { byId, element } from '../element.ts';
import { type FormChoice, formChoiceOf } from './deployment.ts';
import type { Keys } from './keys.ts';
import type { Form } from './responses.ts';

const INVALID_BASE_URL = 'The base URL must be an http or https address, such as http://127.0.0.1:3000.';

export interface Connection {
  readonly baseUrl: string;
  readonly choice: FormChoice;
}

/** The form that chooses the deployment and the key. */
export class ConnectionPanel {
  readonly #keys: Keys;
  readonly #own: OwnService;
  readonly #button = byId<HTMLButtonElement>('connection-button');
  readonly #panel = byId('connection');
  readonly #reason = byId('connection-reason');
  readonly #baseUrl = byId<HTMLInputElement>('base-url');
  readonly #key = byId<HTMLInputElement>('key');
  readonly #form = byId<HTMLSelectElement>('form');
  readonly #remember = byId<HTMLInputElement>('remember-key');
  readonly #forget = byId<HTMLButtonElement>('forget-key');

  /** Whether the page has opened it, not the user. */
  #isDemanded = false;

  constructor(keys: Keys, own: OwnService, connect: (connection: Connection) => void) {
    this.#keys = keys;
    this.#own = own;
    this.#button.addEventListener('click', () => this.toggle(this.#panel.hasAttribute('hidden')));
    this.#baseUrl.addEventListener('change', () => this.#showKey());
    this.#forget.addEventListener('click', () => {
      const baseUrl = parseBaseUrl(this.#baseUrl.value);
      if (baseUrl === null) return;
      keys.forget(baseUrl);
      connect({ baseUrl, choice: formChoiceOf(this.#form.value) });
    });
    for (const part of [this.#panel, this.#button]) {
      part.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') this.toggle(false);
      });
    }
    byId('connection-form').addEventListener('submit', (event) => {
      event.preventDefault();
      const connection = this.#read();
      if (connection !== null) connect(connection);
    });
  }

  /** Shows the deployment that the page is connected to. */
  show({ baseUrl, choice }: Connection): void {
    this.#baseUrl.value = baseUrl;
    this.#form.value = String(choice);
    this.showName(baseUrl, choice === 'auto' ? null : choice);
    this.#showError(this.#baseUrl, '');
    this.#showError(this.#key, '');
    this.#showKey();
  }

  showName(baseUrl: string, form: Form | null): void {
    const { host, pathname } = new URL(baseUrl);
    const place = `${host}${pathname === '/' ? '' : pathname}`;
    const name = form === null ? place : `${place} · Form ${form}`;
    this.#button.title = name;
    // Phones have no room for the name.
    this.#button.replaceChildren(
      element(
        'span',
        { class: 'wide' },
        name,
        // Holds the place until the form is known.
        form === null ? element('span', { class: 'unknown', 'aria-hidden': 'true' }, ' · Form 2') : null,
      ),
      element('span', { class: 'narrow' }, element('span', { class: 'visually-hidden' }, 'Connection')),
    );
  }

  toggle(isOpen: boolean, reason = ''): void {
    // A hidden field loses the focus, which would send keyboard users to the top of the page.
    const hasFocus = this.#panel.contains(document.activeElement);
    this.#panel.hidden = !isOpen;
    this.#isDemanded = false;
    if (!isOpen && hasFocus) this.#button.focus();
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.#reason.textContent = reason;
  }

  /** Opens for something that the page needs, until `settle`. */
  demand(reason: string): void {
    this.toggle(true, reason);
    this.#isDemanded = true;
  }

  /** Closes if the page has opened it, and the user is not in it. */
  settle(): void {
    if (this.#isDemanded && !this.#panel.contains(document.activeElement)) this.toggle(false);
  }

  focusKey(): void {
    this.#key.focus();
  }

  /** Reports an invalid base URL from the address bar. The button keeps the name of the deployment that is shown. */
  rejectBaseUrl(base: string): void {
    this.toggle(true, 'The link to this page has an invalid base URL.');
    this.#baseUrl.value = base;
    this.#showKey();
    this.#showError(this.#baseUrl, INVALID_BASE_URL);
  }

  #read(): Connection | null {
    const baseUrl = parseBaseUrl(this.#baseUrl.value);
    const key = this.#key.value.trim().replace(/^Token +/i, '');
    const isSaved = baseUrl !== null && this.#keys.get(baseUrl) !== null;
    this.#showError(this.#baseUrl, baseUrl === null ? INVALID_BASE_URL : '');
    this.#showError(this.#key, keyError(key, isSaved || this.#isPublic(baseUrl)));
    const invalid = [this.#baseUrl, this.#key].find((input) => input.getAttribute('aria-invalid') === 'true');
    invalid?.focus();
    if (invalid !== undefined || baseUrl === null) return null;
    const saved = key === '' ? this.#keys.get(baseUrl) : key;
    const isOnDevice = this.#keys.placeOf(baseUrl) === 'device';
    const isChanged = key !== '' || isOnDevice !== this.#remember.checked;
    if (saved !== null && isChanged)
      this.#keys.save(baseUrl, saved, this.#remember.checked ? 'device' : 'tab');
    return { baseUrl, choice: formChoiceOf(this.#form.value) };
  }

  #showKey(): void {
    const baseUrl = parseBaseUrl(this.#baseUrl.value);
    const isSaved = baseUrl !== null && this.#keys.get(baseUrl) !== null;
    this.#key.value = '';
    this.#key.placeholder = isSaved ? 'The saved key for this address' : '';
    this.#remember.checked = baseUrl !== null && this.#keys.placeOf(baseUrl) === 'device';
    this.#forget.hidden = !isSaved;
    byId('public-hint').hidden = !this.#isPublic(baseUrl);
    const givesKeys = this.#own.hasAccountPage && this.#own.baseUrl === baseUrl;
    byId('get-key').hidden = !givesKeys;
    byId('ask-for-key').hidden = givesKeys;
  }

  #isPublic(baseUrl: string | null): boolean {
    return this.#own.publicPath !== null && this.#own.baseUrl === baseUrl;
  }

  #showError(input: HTMLInputElement, error: string): void {
    input.setAttribute('aria-invalid', String(error !== ''));
    byId(`${input.id}-error`).textContent = error;
  }
}

function keyError(key: string, mayBeEmpty: boolean): string {
  if (key === '') return mayBeEmpty ? '' : 'Enter a key.';
  // Browsers reject other characters in a header without giving a reason.
  return /^[\x21-\x7e]+$/.test(key) ? '' : 'The key can have letters, digits and symbols, but no spaces.';
}
