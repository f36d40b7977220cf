import { Keys } from '../../../src/explorer/page/deployment/keys.ts';
import { safeStorage } from '../../../src/explorer/page/deployment/safe-storage.ts';
import { byId } from '../../../src/explorer/page/element.ts';

const tab = safeStorage(() => sessionStorage);

/** The field for the key of a deployment. A key is kept in this tab, for the base URL that it was sent to, and not on the device. */
export class KeyField {
  readonly #keys = new Keys(tab, tab);
  readonly #input = byId<HTMLInputElement>('try-field-api-key');
  readonly #forget = byId<HTMLButtonElement>('try-forget');

  /** Calls back when the user wants the key to be forgotten. */
  onForget(forgotten: () => void): void {
    this.#forget.addEventListener('click', forgotten);
  }

  /** The key in the field, or else the one that was kept. Throws a `RangeError` if no header can have it. */
  keyFor(baseUrl: string): string | null {
    const typed = this.#input.value.trim().replace(/^Token +/i, '');
    if (/[^\x21-\x7e]/.test(typed))
      throw new RangeError('The key can have letters, digits and symbols, but no spaces.');
    const kept = this.#keys.get(baseUrl);
    this.#input.placeholder = kept === null ? '' : 'The saved key for this address';
    this.#forget.hidden = kept === null;
    return typed === '' ? kept : typed;
  }

  /** Keeps a key that is sent, and empties the field, so that the key is not sent to the next base URL too. */
  keep(baseUrl: string, key: string | null): void {
    if (key !== null) this.#keys.save(baseUrl, key, 'tab');
    this.#input.value = '';
    this.keyFor(baseUrl);
  }

  forget(baseUrl: string): void {
    this.#keys.forget(baseUrl);
    this.#input.value = '';
  }
}
