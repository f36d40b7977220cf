import type { Deployment } from '../deployment/deployment.ts';
import type { Highlights } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { dayName, isDate, wallTimeOf } from '../local-time.ts';
import { SectionBody } from '../section-body.ts';
import { pluralize } from '../words.ts';

type Highlight = Highlights['highlights'][number];

const MOST_DAYS = 60;

/** Photo highlights from earlier days, newest first. Hidden in Form 1, and where there are none. */
export class HighlightsSection {
  readonly #section = byId('highlights');
  readonly #host = byId('highlights-body');
  readonly #body = new SectionBody(this.#host);
  readonly #days = byId<HTMLSelectElement>('highlight-days');
  readonly #attempt: (work: () => Promise<void>) => void;
  #deployment: Deployment | null = null;
  /** The form and day of the last load. */
  #loaded = '';

  /** `attempt` runs requests of the user and shows their failures; `onDays` gets the number of days that the user chose. */
  constructor(attempt: (work: () => Promise<void>) => void, onDays: (days: string) => void) {
    this.#attempt = attempt;
    this.#days.addEventListener('change', () => {
      onDays(this.#days.value);
      attempt(() => this.#load());
    });
  }

  /** Shows a skeleton until the next deployment is loaded. */
  reset(): void {
    this.#deployment = null;
    this.#body.reset();
  }

  /** Shows another number of days. */
  open(days: string): void {
    this.#days.value = days;
    if (this.#deployment?.form === 2) this.#attempt(() => this.#load());
  }

  /** Loads the highlights once the form is known, on a new day, and after a failure. */
  async refresh(deployment: Deployment, days: string): Promise<void> {
    const { form, today } = deployment;
    this.#days.value = days;
    const wanted = `${form} ${today}`;
    const isNew = this.#deployment !== deployment || this.#loaded !== wanted;
    if (form !== 2 || isNew) this.#section.hidden = form !== 2;
    this.#deployment = deployment;
    this.#loaded = wanted;
    if (form === 2 && (isNew || this.#body.needsRetry)) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, days] = [this.#deployment, this.#days.value];
    if (deployment === null) return;
    await this.#body.load(
      async (isCurrent) => {
        const { highlights } = await deployment.api.get('/api/v1/highlights', { days: Number(days) });
        const hasNone = highlights.length === 0 && !(await hasAny(deployment));
        if (!isCurrent()) return;
        this.#section.hidden = hasNone;
        this.#host.replaceChildren(
          highlights.length === 0
            ? element('p', { class: 'empty' }, 'No highlights for these days.')
            : element('ul', { class: 'gallery' }, ...highlights.map(item)),
        );
      },
      { content: days, clock: () => deployment.wallTime() },
    );
  }
}

/** Whether there are highlights in the longest time that can be asked for. */
async function hasAny({ api }: Deployment): Promise<boolean> {
  const { highlights } = await api.get('/api/v1/highlights', { days: MOST_DAYS });
  return highlights.length > 0;
}

function item(highlight: Highlight): HTMLElement {
  const { photo } = highlight;
  const { broughtBack, taken } = highlightDates(highlight);
  const likes = `${pluralize(photo.like_count, 'like')}${photo.liked ? ', including yours' : ''}`;
  return element(
    'li',
    element(
      'figure',
      thumbnail(photo, taken === null ? 'Photo' : `Photo taken on ${taken}`),
      element(
        'figcaption',
        photo.caption === '' ? null : element('span', { class: 'caption' }, photo.caption),
        element('span', 'Brought back on ', element('strong', broughtBack)),
        element('span', { class: 'muted' }, taken === null ? 'Taken at an unknown time' : `Taken ${taken}`),
        element(
          'span',
          { class: 'muted' },
          element('span', { 'aria-hidden': 'true' }, photo.liked ? '♥ ' : '♡ '),
          likes,
        ),
      ),
    ),
  );
}

function thumbnail(photo: Highlight['photo'], fallback: string): HTMLElement {
  const alt = photo.caption === '' ? fallback : photo.caption;
  const image = element('img', { src: photo.thumbnail_url, alt, loading: 'lazy', width: 320, height: 240 });
  if (!/^https?:\/\//.test(photo.image_url)) return image;
  return element('a', { href: photo.image_url, rel: 'noreferrer noopener', target: '_blank' }, image);
}

/** The day that a photo was brought back for, and the day it was taken, with its year if that is another one; null if it is unknown. */
export function highlightDates({ date, photo }: Highlights['highlights'][number]): {
  readonly broughtBack: string;
  readonly taken: string | null;
} {
  const year = photo.created_at.slice(0, 4);
  return {
    broughtBack: isDate(date) ? dayName(Date.parse(date)) : 'an unknown day',
    taken:
      photo.created_at === ''
        ? null
        : `${dayName(wallTimeOf(photo.created_at))}${year === date.slice(0, 4) ? '' : ` ${year}`}`,
  };
}
