import type { Deployment } from './deployment.ts';
import { byId } from './element.ts';
import { highlightsView } from './highlights-view.ts';
import { Place } from './section-body.ts';

/** Photos brought back; the section is there in Form 2 only. */
export class HighlightsSection {
  readonly #section = byId('highlights');
  readonly #body = byId('highlights-body');
  readonly #place = new Place(this.#body);
  readonly #days = byId<HTMLSelectElement>('highlight-days');
  #deployment: Deployment | null = null;
  /** The day and form that the section was last asked to show. */
  #shown = '';

  constructor(attempt: (work: () => Promise<void>) => void) {
    this.#days.addEventListener('change', () => attempt(() => this.#load()));
  }

  /** Shows a deployment's, as soon as its form is known; anew on another day, and after a failure. */
  async follow(deployment: Deployment): Promise<void> {
    const { form, today } = deployment;
    this.#section.hidden = form !== 2;
    const wanted = `${form} ${today}`;
    const isNew = this.#deployment !== deployment || this.#shown !== wanted;
    this.#deployment = deployment;
    this.#shown = wanted;
    if (form === 2 && (isNew || this.#place.isOwed)) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, days] = [this.#deployment, this.#days.value];
    if (deployment === null) return;
    await this.#place.fill(async (isCurrent) => {
      const answer = await deployment.api.get('/api/v1/highlights', { days: Number(days) });
      if (isCurrent()) this.#body.replaceChildren(highlightsView(answer));
    });
  }
}
