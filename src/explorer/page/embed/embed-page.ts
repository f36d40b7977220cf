import { byId } from '../element.ts';
import { DAY, dateOf, HOUR } from '../local-time.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { embedView } from './embed-view.ts';
import {
  delayAfterFailures,
  delayAfterStatus,
  type LastStatus,
  nextChange,
  venueTime,
} from './last-status.ts';
import { NoResponse, type Reads } from './reads.ts';

/** How often the texts are compared with the clock, in milliseconds. */
const TICK = 1_000;
const TEXTS = ['about', 'headline', 'unit', 'range', 'usual', 'next', 'hours', 'note', 'time'] as const;
/** Frames from this size on show what is usual, which embed.css hides in smaller ones. */
const ROOMY = '(min-width: 280px) and (min-height: 200px)';

/** What is read once a day: the last one, the day that it was for, and when it may be requested again, in milliseconds. */
interface Daily<T> {
  readonly value: T;
  readonly day: string;
  readonly due: number;
}

/** The page in the frame: requests the status again and again, and shows the last one, for as long as the page is open. */
export class EmbedPage {
  readonly #reads: Reads;
  /** When the page was loaded, in milliseconds. */
  readonly #loaded = Date.now();
  #last: LastStatus | null = null;
  #failures = 0;
  /** The name of the venue, if the service has put it into the page. */
  readonly #venue = document.getElementById('venue')?.textContent ?? '';
  #isRequesting = false;
  /** Of the next request; undefined if none is planned. */
  #timer: number | undefined;
  #chart: Daily<Pick<LastStatus, 'chart' | 'chartReceived'>> = { value: {}, day: '', due: 0 };
  #typical: Daily<TypicalWeek | null> = { value: null, day: '', due: 0 };

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  start(): void {
    document.documentElement.dataset['started'] = '';
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
    if (this.#isRequesting) return;
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (document.hidden) return;
    this.#isRequesting = true;
    const delay = await this.#readStatus();
    this.#isRequesting = false;
    this.#timer = window.setTimeout(() => void this.#refresh(), delay);
    this.#show();
    if (this.#failures > 0) return;
    await this.#readDay();
    await this.#reload();
  }

  /** Returns the milliseconds to the next request. */
  async #readStatus(): Promise<number> {
    try {
      const status = await this.#reads.status();
      const received = Date.now();
      this.#last = { status, received, ...this.#chart.value };
      this.#failures = 0;
      return delayAfterStatus(received, nextChange(this.#last));
    } catch (error) {
      this.#failures += 1;
      return delayAfterFailures(this.#failures, retryAfterOf(error));
    }
  }

  /** What changes once a day. */
  async #readDay(): Promise<void> {
    this.#chart = await this.#daily(this.#chart, async () => {
      const chart = await this.#reads.chartOfToday();
      return { chart, chartReceived: Date.now() };
    });
    if (this.#last !== null) this.#last = { ...this.#last, ...this.#chart.value };
    if (matchMedia(ROOMY).matches)
      this.#typical = await this.#daily(this.#typical, (today) => this.#reads.typicalWeek(today));
    this.#show();
  }

  /** Reads once a day, and at most once an hour if that fails: then the page says less. */
  async #daily<T>(last: Daily<T>, read: (today: string) => Promise<T>): Promise<Daily<T>> {
    const now = Date.now();
    const today = this.#last === null ? last.day : dateOf(venueTime(this.#last, now).wall);
    if (today === last.day || now < last.due) return last;
    try {
      return { value: await read(today), day: today, due: 0 };
    } catch (error) {
      retryAfterOf(error);
      return { ...last, due: now + HOUR };
    }
  }

  /**
   * Loads the page again once a day, since a screen may show it for months and there may be a newer version. Only while the service
   * responds, since nobody is there to close an error page of the browser.
   */
  async #reload(): Promise<void> {
    if (Date.now() - this.#loaded < DAY) return;
    const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (response?.ok === true) location.reload();
  }

  #show(): void {
    // Nothing is said before the first response.
    if (this.#last === null && this.#failures === 0) return;
    const view = embedView(this.#last, this.#typical.value, Date.now());
    const line = byId('line');
    document.getElementById('plain')?.remove();
    line.removeAttribute('aria-busy');
    line.dataset['state'] = view.state;
    line.classList.toggle('stale', view.isStale);
    line.dataset['headline'] = /^\d+$/.test(view.headline) ? 'number' : 'words';
    const longest = Math.max(...view.headline.split(' ').map((word) => word.length));
    line.style.setProperty('--characters', String(longest));
    line.style.setProperty('--range-characters', String(view.range.length));
    for (const name of TEXTS) {
      if (byId(name).textContent !== view[name]) byId(name).textContent = view[name];
    }
    const title = [`${view.about} ${view.headline} ${view.unit}`.trim(), view.hours, this.#venue]
      .filter((text) => text !== '')
      .join(' · ');
    if (document.title !== title) document.title = title;
  }
}

/** What a failed request asks for. Anything else is a defect, which must not end the refreshing. */
function retryAfterOf(error: unknown): number | null {
  if (error instanceof NoResponse) return error.retryAfter;
  console.error(error);
  return null;
}
