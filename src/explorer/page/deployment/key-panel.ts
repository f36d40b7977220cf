import type { OwnService } from '../address.ts';
import { byId } from '../element.ts';
import type { Keys } from './keys.ts';

/** The form for the key of the service. */
export class KeyPanel {
  readonly #keys: Keys;
  readonly #own: OwnService;
  readonly #button = byId<HTMLButtonElement>('key-button');
  readonly #panel = byId('key-panel');
  readonly #key = byId<HTMLInputElement>('key');
  readonly #remember = byId<HTMLInputElement>('remember-key');

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
    byId('forget-key').addEventListener('click', () => {
      keys.forget();
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
    const place = this.#keys.current?.place;
    this.toggle(false);
    this.#showError('');
    this.#key.value = '';
    this.#key.placeholder = place === undefined ? '' : 'The saved key';
    this.#remember.checked = place === 'device';
    byId('forget-key').hidden = place === undefined;
  }

  toggle(isOpen: boolean, reason = ''): void {
    // A hidden field loses the focus, which would send keyboard users to the top of the page.
    const hasFocus = this.#panel.contains(document.activeElement);
    this.#panel.hidden = !isOpen;
    if (!isOpen && hasFocus) this.#button.focus();
    this.#button.setAttribute('aria-expanded', String(isOpen));
    byId('key-reason').textContent = reason;
  }

  focusKey(): void {
    this.#key.focus();
  }

  /** Saves what was entered, and returns whether it can be used. Without a new key, only the place of the old one may change. */
  #save(): boolean {
    const { current } = this.#keys;
    const entered = this.#key.value.trim().replace(/^Token +/i, '');
    const mayBeEmpty = current !== null || this.#own.publicPath !== null;
    const error = entered === '' && mayBeEmpty ? '' : keyError(entered);
    this.#showError(error);
    if (error !== '') {
      this.#key.focus();
      return false;
    }
    const key = entered || current?.key;
    const isChanged = entered !== '' || this.#remember.checked !== (current?.place === 'device');
    if (key !== undefined && isChanged) this.#keys.save(key, this.#remember.checked ? 'device' : 'tab');
    return true;
  }

  #showError(error: string): void {
    this.#key.setAttribute('aria-invalid', String(error !== ''));
    byId('key-error').textContent = error;
  }
}

function keyError(key: string): string {
  if (key === '') return 'Enter a key.';
  // Browsers reject other characters in a header without giving a reason.
  return /^[\x21-\x7e]+$/.test(key) ? '' : 'The key can have letters, digits and symbols, but no spaces.';
}
