import type { Deployment } from './deployment.ts';
import { byId } from './element.ts';
import { type PageQuery, reportsView } from './reports-view.ts';
import { fill } from './trouble.ts';

/** The feed, a page at a time. */
export class FeedSection {
  readonly #body = byId('reports-body');
  readonly #attempt: (work: () => Promise<void>) => void;
  #deployment: Deployment | null = null;
  #page: PageQuery | null = null;

  constructor(attempt: (work: () => Promise<void>) => void) {
    this.#attempt = attempt;
  }

  async show(deployment: Deployment): Promise<void> {
    this.#deployment = deployment;
    await this.#load(null);
  }

  /** After news the first page is asked for anew; who reads older ones is left there. */
  async follow(): Promise<void> {
    if (this.#page === null) await this.#load(null);
  }

  async #load(page: PageQuery | null): Promise<void> {
    const deployment = this.#deployment;
    if (deployment === null) return;
    this.#page = page;
    await fill(this.#body, async () => {
      const answer = await deployment.api.get('/api/v1/reports', page === null ? {} : { ...page });
      if (this.#deployment !== deployment || this.#page !== page) return;
      // Back at the newest report, the page follows the news again.
      if (answer.previous === null) this.#page = null;
      const form =
        deployment.form ?? (answer.results[0] !== undefined && 'photo_url' in answer.results[0] ? 1 : 2);
      const turn = (query: PageQuery) => this.#attempt(() => this.#load(query));
      this.#body.replaceChildren(reportsView(answer, { form, now: deployment.wallTime(), turn }));
    });
  }
}
