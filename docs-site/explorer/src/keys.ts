import type { Drawer } from './safe-storage.ts';

const PREFIX = 'headcount-key ';

/**
 * Keys, each kept for the base URL that it was given for and handed out for no other. They lie in this browser only:
 * until the tab is closed, or on the device when that was asked for.
 */
export class Keys {
  readonly #tab: Drawer;
  readonly #device: Drawer;

  constructor(tab: Drawer, device: Drawer) {
    this.#tab = tab;
    this.#device = device;
  }

  of(baseUrl: string): string | null {
    return this.#tab.getItem(PREFIX + baseUrl) ?? this.#device.getItem(PREFIX + baseUrl);
  }

  isOnDevice(baseUrl: string): boolean {
    return this.#device.getItem(PREFIX + baseUrl) !== null;
  }

  keep(baseUrl: string, key: string, where: 'tab' | 'device'): void {
    this.forget(baseUrl);
    (where === 'tab' ? this.#tab : this.#device).setItem(PREFIX + baseUrl, key);
  }

  forget(baseUrl: string): void {
    this.#tab.removeItem(PREFIX + baseUrl);
    this.#device.removeItem(PREFIX + baseUrl);
  }
}
