import type { Api } from '../deployment/api.ts';
import { Failure } from '../deployment/failure.ts';
import { Venue } from '../deployment/venue.ts';
import { byId } from '../element.ts';
import { DAY, HOUR } from '../local-time.ts';
import { TypicalWeek } from '../week/typical-week.ts';
import { delayAfterFailures, delayAfterStatus, embedView, nextChange } from './embed-view.ts';

/** How often the texts are compared with the clock, in milliseconds. */
const TICK = 1_000;
const TEXTS = ['about', 'headline', 'unit', 'range', 'usual', 'next', 'hours', 'note', 'time'] as const;
/** Frames from this size on show what is usual, which embed.css hides in smaller ones. */
const ROOMY = '(min-width: 280px) and (min-height: 200px)';
/** How many days before today a typical week is made from, as the explorer does. */
const TYPICAL_DAYS = 56;

/** The page in the frame: requests the status again and again, and shows the last one, for as long as the page is open. */
export class EmbedPage {
  readonly #api: Api;
  readonly #venue = new Venue();
  /** When the page was loaded, in milliseconds. */
  readonly #loaded = Date.now();
  /** The name of the venue, if the service has put it into the page. */
  readonly #name = document.getElementById('venue')?.textContent ?? '';
  #failures = 0;
  #isRequesting = false;
  /** Of the next request; undefined if none is planned. */
  #timer: number | undefined;
  /** The day and the size of the last daily reading, and when it may be read again after a failure, in milliseconds. */
  #daily = '';
  #retryAt = 0;

  constructor(api: Api) {
    this.#api = api;
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
      const status = await this.#api.get('/api/v1/status');
      this.#venue.noteStatus(status, this.#api.ahead);
      this.#failures = 0;
      return delayAfterStatus(Date.now(), nextChange(this.#venue));
    } catch (error) {
      this.#failures += 1;
      return delayAfterFailures(this.#failures, retryAfterOf(error));
    }
  }

  /** Reads what changes once a day, and at most once an hour if that fails: then the page says less. */
  async #readDay(): Promise<void> {
    const venue = this.#venue;
    const isRoomy = matchMedia(ROOMY).matches;
    const wanted = `${venue.today} ${isRoomy}`;
    if (wanted === this.#daily || Date.now() < this.#retryAt) return;
    try {
      venue.noteChart(await this.#api.get('/api/v1/chart'));
      const range = { since: venue.daysAgo(TYPICAL_DAYS), until: venue.daysAgo(1) };
      if (isRoomy) venue.typical = new TypicalWeek(await this.#api.get('/api/v1/chart', range));
      this.#daily = wanted;
    } catch (error) {
      retryAfterOf(error);
      this.#retryAt = Date.now() + HOUR;
    }
    this.#show();
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
    if (this.#venue.status === null && this.#failures === 0) return;
    const view = embedView(this.#venue, Date.now());
    const { about, headline, unit, range, hours, state, isStale } = view;
    const line = byId('line');
    document.getElementById('plain')?.remove();
    line.removeAttribute('aria-busy');
    line.classList.toggle('stale', isStale);
    Object.assign(line.dataset, { state, headline: /^\d+$/.test(headline) ? 'number' : 'words' });
    const longest = Math.max(...headline.split(' ').map((word) => word.length));
    line.style.setProperty('--characters', String(longest));
    line.style.setProperty('--range-characters', String(range.length));
    for (const name of TEXTS) if (byId(name).textContent !== view[name]) byId(name).textContent = view[name];
    const title = [`${about} ${headline} ${unit}`.trim(), hours, this.#name].filter(Boolean).join(' · ');
    if (document.title !== title) document.title = title;
  }
}

/** The wait that a failed request asks for, in seconds. Anything else is a defect, which must not end the refreshing. */
function retryAfterOf(error: unknown): number | null {
  if (error instanceof Failure) return error.retryAfter;
  console.error(error);
  return null;
}
