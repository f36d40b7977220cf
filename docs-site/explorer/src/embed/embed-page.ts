import { byId } from '../element.ts';
import { embedView } from './embed-view.ts';
import type { NewVersion } from './new-version.ts';
import { NoStatus, readStatus } from './read-status.ts';
import { nextChange, type Reading } from './reading.ts';
import { delayAfterFailures, delayAfterStatus } from './refresh-delay.ts';

/** How often the texts are compared with the clock, in milliseconds. */
const TICK = 1_000;
const TEXTS = ['headline', 'unit', 'range', 'hours', 'note', 'time'] as const;

/** The page in the frame: requests the status again and again, and shows the last one, for as long as the page is open. */
export class EmbedPage {
  readonly #statusUrl: string;
  readonly #newVersion: NewVersion;
  #reading: Reading | null = null;
  #failures = 0;
  #isReading = false;
  /** Of the next request; undefined if none is planned. */
  #timer: number | undefined;

  constructor(statusUrl: string, newVersion: NewVersion) {
    this.#statusUrl = statusUrl;
    this.#newVersion = newVersion;
  }

  start(): void {
    setInterval(() => this.#show(), TICK);
    window.addEventListener('online', () => {
      if (this.#failures > 0) void this.#refresh();
    });
    document.addEventListener('visibilitychange', () => {
      if (this.#timer === undefined) void this.#refresh();
    });
    void this.#refresh();
  }

  /** Requests the status and plans the next request, whatever happens; a hidden page waits until it is visible. */
  async #refresh(): Promise<void> {
    if (this.#isReading) return;
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (document.hidden) return;
    this.#isReading = true;
    const delay = await this.#read();
    this.#isReading = false;
    this.#timer = window.setTimeout(() => void this.#refresh(), delay);
    this.#show();
    if (this.#failures === 0) await this.#newVersion.check(Date.now());
  }

  /** Returns the milliseconds to the next request. */
  async #read(): Promise<number> {
    try {
      const status = await readStatus(this.#statusUrl);
      const received = Date.now();
      this.#reading = { status, received };
      this.#failures = 0;
      return delayAfterStatus(received, nextChange(this.#reading));
    } catch (error) {
      this.#failures += 1;
      if (!(error instanceof NoStatus)) console.error(error);
      return delayAfterFailures(this.#failures, error instanceof NoStatus ? error.retryAfter : null);
    }
  }

  #show(): void {
    // Nothing is said before the first response.
    if (this.#reading === null && this.#failures === 0) return;
    const view = embedView(this.#reading, Date.now());
    const line = byId('line');
    line.removeAttribute('aria-busy');
    line.dataset['state'] = view.state;
    line.classList.toggle('stale', view.isStale);
    line.dataset['headline'] = /^\d+$/.test(view.headline) ? 'number' : 'words';
    const longest = Math.max(...view.headline.split(' ').map((word) => word.length));
    line.style.setProperty('--characters', String(longest));
    for (const name of TEXTS) {
      if (byId(name).textContent !== view[name]) byId(name).textContent = view[name];
    }
    const title = [`${view.headline} ${view.unit}`.trim(), view.hours]
      .filter((text) => text !== '')
      .join(' · ');
    if (document.title !== title) document.title = title;
  }
}
