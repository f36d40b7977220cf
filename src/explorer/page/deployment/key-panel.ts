import type { OwnService } from '../address.ts';
import { byId } from '../element.ts';
import type { Keys } from './keys.ts';

/** The form for the key of the service. */
export class KeyPanel {
  readonly #keys: Keys;
  readonly #own: OwnService;
  readonly #button = byId<HTMLButtonElement>('key-button');
  readonly #panel = byId('key-panel');
  readonly #reason = byId('key-reason');
  readonly #key = byId<HTMLInputElement>('key');
  readonly #remember = byId<HTMLInputElement>('remember-key');
  readonly #forget = byId<HTMLButtonElement>('forget-key');

  /** `connect` is called when the key to use may be another one. */
  constructor(keys: Keys, own: OwnService, connect: () => void) {
    this.#keys = keys;
    this.#own = own;
    byId('public-hint').hidden = own.publicPath === null;
    byId('ask-for-key').hidden = own.hasAccountPage;
    this.#button.addEventListener('click', () => this.toggle(this.#panel.hasAttribute('hidden')));
    for (const part of [this.#panel, this.#button]) {
      part.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') this.toggle(false);
      });
    }
    this.#forget.addEventListener('click', () => {
      keys.forget(own.baseUrl);
      // Nothing that was read with the key stays.
      location.reload();
    });
    byId('key-form').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#save()) connect();
    });
  }

  /** Closes it, and shows whether there is a key. */
  reset(): void {
    const place = this.#keys.placeOf(this.#own.baseUrl);
    this.toggle(false);
    this.#showError('');
    this.#key.value = '';
    this.#key.placeholder = place === null ? '' : 'The saved key';
    this.#remember.checked = place === 'device';
    this.#forget.hidden = place === null;
  }

  toggle(isOpen: boolean, reason = ''): void {
    // A hidden field loses the focus, which would send keyboard users to the top of the page.
    const hasFocus = this.#panel.contains(document.activeElement);
    this.#panel.hidden = !isOpen;
    if (!isOpen && hasFocus) this.#button.focus();
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.#reason.textContent = reason;
  }

  focusKey(): void {
    this.#key.focus();
  }

  /** Saves what was entered, and returns whether it can be used. */
  #save(): boolean {
    const { baseUrl, publicPath } = this.#own;
    const entered = this.#key.value.trim().replace(/^Token +/i, '');
    const saved = this.#keys.get(baseUrl);
    const error = keyError(entered, saved !== null || publicPath !== null);
    this.#showError(error);
    if (error !== '') {
      this.#key.focus();
      return false;
    }
    const key = entered === '' ? saved : entered;
    const isChanged = entered !== '' || this.#remember.checked !== (this.#keys.placeOf(baseUrl) === 'device');
    if (key !== null && isChanged) this.#keys.save(baseUrl, key, this.#remember.checked ? 'device' : 'tab');
    return true;
  }

  #showError(error: string): void {
    this.#key.setAttribute('aria-invalid', String(error !== ''));
    byId('key-error').textContent = error;
  }
}

function keyError(key: string, mayBeEmpty: boolean): string {
  if (key === '') return mayBeEmpty ? '' : 'Enter a key.';
  // Browsers reject other characters in a header without giving a reason.
  return /^[\x21-\x7e]+$/.test(key) ? '' : 'The key can have letters, digits and symbols, but no spaces.';
}
