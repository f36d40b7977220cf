import { DAY } from '../local-time.ts';

const FILES = ['embed.js', 'embed.css'] as const;

/**
 * Notices that the service has a newer version of this page, and loads it: a screen may show the page for months. It looks at the start
 * and then once a day, and reloads only while the service responds, since nobody is there to close an error page of the browser.
 */
export class NewVersion {
  readonly #page: string;
  readonly #reload: () => void;
  #version: string | null = null;
  /** When it looked last, in milliseconds of the browser. */
  #looked: number | null = null;

  /** `page`: the address of this page. */
  constructor(page: string, reload: () => void) {
    this.#page = page;
    this.#reload = reload;
  }

  /** Called whenever the service has just responded. */
  async check(now: number): Promise<void> {
    if (this.#looked !== null && now - this.#looked < DAY) return;
    this.#looked = now;
    const version = await this.#current();
    if (version === null) return;
    if (this.#version !== null && version !== this.#version) this.#reload();
    this.#version = version;
  }

  /** The ETags of the page's files; null unless they and the page load right now. */
  async #current(): Promise<string | null> {
    const responses = await Promise.all(
      [...FILES, this.#page].map((file) =>
        fetch(new URL(file, this.#page), { method: 'HEAD', cache: 'no-store' }).catch(() => null),
      ),
    );
    if (!responses.every((response) => response?.ok === true)) return null;
    return FILES.map((_, index) => responses[index]?.headers.get('ETag')).join(' ');
  }
}
