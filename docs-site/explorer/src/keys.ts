import type { SimpleStorage } from './safe-storage.ts';

const PREFIX = 'headcount-key ';

/** API keys by base URL, stored in this browser only: until the tab is closed, or on the device if the user asked for it. */
export class Keys {
  readonly #tab: SimpleStorage;
  readonly #device: SimpleStorage;

  constructor(tab: SimpleStorage, device: SimpleStorage) {
    this.#tab = tab;
    this.#device = device;
  }

  get(baseUrl: string): string | null {
    return this.#tab.getItem(PREFIX + baseUrl) ?? this.#device.getItem(PREFIX + baseUrl);
  }

  isOnDevice(baseUrl: string): boolean {
    return this.#device.getItem(PREFIX + baseUrl) !== null;
  }

  save(baseUrl: string, key: string, where: 'tab' | 'device'): void {
    this.forget(baseUrl);
    (where === 'tab' ? this.#tab : this.#device).setItem(PREFIX + baseUrl, key);
  }

  forget(baseUrl: string): void {
    this.#tab.removeItem(PREFIX + baseUrl);
    this.#device.removeItem(PREFIX + baseUrl);
  }
}
