import type { Deployment } from './deployment.ts';
import { byId } from './element.ts';
import { highlightsView } from './highlights-view.ts';
import { fill } from './trouble.ts';

/** Photos brought back; the section is there in Form 2 only. */
export class HighlightsSection {
  readonly #section = byId('highlights');
  readonly #body = byId('highlights-body');
  readonly #days = byId<HTMLSelectElement>('highlight-days');
  #deployment: Deployment | null = null;

  constructor(attempt: (work: () => Promise<void>) => void) {
    this.#days.addEventListener('change', () => attempt(() => this.#load()));
  }

  async show(deployment: Deployment): Promise<void> {
    this.#deployment = deployment;
    this.#section.hidden = deployment.form !== 2;
    if (deployment.form === 2) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, days] = [this.#deployment, this.#days.value];
    if (deployment === null) return;
    await fill(this.#body, async () => {
      const answer = await deployment.api.get('/api/v1/highlights', { days: Number(days) });
      if (this.#deployment === deployment && this.#days.value === days)
        this.#body.replaceChildren(highlightsView(answer));
    });
  }
}
