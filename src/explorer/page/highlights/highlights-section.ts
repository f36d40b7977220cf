import type { Api } from '../deployment/api.ts';
import type { Highlights } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { dayName, wallTimeOf } from '../local-time.ts';
import { type PageContext, SectionBody } from '../section-body.ts';
import { pluralize } from '../words.ts';

type Highlight = Highlights['highlights'][number];

const MOST_DAYS = 60;

/** Photo highlights from earlier days, newest first. Hidden in Form 1, and where there are none. */
export class HighlightsSection {
  readonly #context: PageContext;
  readonly #section = byId('highlights');
  readonly #host = byId('highlights-body');
  readonly #body: SectionBody;
  readonly #days = byId<HTMLSelectElement>('highlight-days');
  /** The day of the last load. */
  #loaded = '';

  constructor(context: PageContext) {
    this.#context = context;
    this.#body = new SectionBody(this.#host, context);
    this.#days.addEventListener('change', () => context.choose({ highlights: this.#days.value }));
  }

  /** Shows the number of days of the view, once any were loaded. */
  async open(): Promise<void> {
    if (this.#loaded !== '') await this.#load();
  }

  /** Loads the highlights once the form is known, on a new day, with another key, and after a failure. */
  async refresh(isOtherKey: boolean): Promise<void> {
    const { form, today } = this.#context.venue;
    const isNew = isOtherKey || this.#loaded !== today;
    if (form !== 2 || !(isNew || this.#body.needsRetry)) return;
    this.#loaded = today;
    if (isNew) this.#section.hidden = false;
    await this.#load();
  }

  async #load(): Promise<void> {
    const { api, view } = this.#context;
    const days = view.highlights;
    this.#days.value = days;
    await this.#body.load(async (isCurrent) => {
      const highlights = await read(api, Number(days));
      const hasNone = highlights.length === 0 && (await read(api, MOST_DAYS)).length === 0;
      if (!isCurrent()) return;
      this.#section.hidden = hasNone;
      this.#host.replaceChildren(
        highlights.length === 0
          ? element('p.empty', 'No highlights for these days.')
          : element('ul.gallery', ...highlights.map(item)),
      );
    }, days);
  }
}

async function read(api: Api, days: number): Promise<readonly Highlight[]> {
  return (await api.get('/api/v1/highlights', { days })).highlights;
}

function item(highlight: Highlight): HTMLElement {
  const { caption, thumbnail_url, image_url, liked, like_count } = highlight.photo;
  const { broughtBack, taken } = highlightDates(highlight);
  const alt = caption === '' ? `Photo taken on ${taken}` : caption;
  const image = element('img', { src: thumbnail_url, alt, loading: 'lazy', width: 320, height: 240 });
  const likes = `${pluralize(like_count, 'like')}${liked ? ', including yours' : ''}`;
  return element(
    'li',
    element(
      'figure',
      element('a', { href: image_url, rel: 'noreferrer noopener', target: '_blank' }, image),
      element(
        'figcaption',
        caption !== '' && element('span.caption', caption),
        element('span', 'Brought back on ', element('strong', broughtBack)),
        element('span.muted', `Taken ${taken}`),
        element('span.muted', element('span', { 'aria-hidden': 'true' }, liked ? '♥ ' : '♡ '), likes),
      ),
    ),
  );
}

/** The day that a photo was brought back for, and the day it was taken, with its year if that is another one. */
export function highlightDates({ date, photo }: Highlight): {
  readonly broughtBack: string;
  readonly taken: string;
} {
  const [day, year] = [dayName(wallTimeOf(photo.created_at)), photo.created_at.slice(0, 4)];
  return {
    broughtBack: dayName(Date.parse(date)),
    taken: year === date.slice(0, 4) ? day : `${day} ${year}`,
  };
}
