import type { Deployment } from './deployment.ts';
import { byId } from './element.ts';
import { type Direction, type PageQuery, reportsView } from './reports-view.ts';
import { Place } from './section-body.ts';

/** The feed, a page at a time. */
export class FeedSection {
  readonly #body = byId('reports-body');
  readonly #place = new Place(this.#body);
  readonly #attempt: (work: () => Promise<void>) => void;
  #deployment: Deployment | null = null;
  /** The page that is shown; null for the newest, which follows the news. */
  #page: PageQuery | null = null;

  constructor(attempt: (work: () => Promise<void>) => void) {
    this.#attempt = attempt;
  }

  async show(deployment: Deployment): Promise<void> {
    this.#deployment = deployment;
    this.#page = null;
    await this.#load(null);
  }

  /** After news the first page is asked for anew; who reads older ones is left there. */
  async follow(hasNews: boolean): Promise<void> {
    if (this.#place.isOwed || (hasNews && this.#page === null)) await this.#load(this.#page);
  }

  async #load(page: PageQuery | null, direction: Direction = 'older'): Promise<void> {
    const deployment = this.#deployment;
    if (deployment === null) return;
    await this.#place.fill(async (isCurrent) => {
      const answer = await deployment.api.get('/api/v1/reports', page === null ? {} : { ...page });
      if (!isCurrent()) return;
      const form =
        deployment.form ?? (answer.results[0] !== undefined && 'photo_url' in answer.results[0] ? 1 : 2);
      const turn = (query: PageQuery, direction: Direction) =>
        this.#attempt(() => this.#load(query, direction));
      const hadFocus = this.#body.querySelector('button:focus') !== null;
      this.#body.replaceChildren(reportsView(answer, { form, now: deployment.wallTime(), turn }));
      if (hadFocus) this.#focus(direction);
      // Back at the newest report, the page follows the news again.
      this.#page = answer.previous === null ? null : page;
    });
  }

  /** The button that leads on the same way, or at the end back, keeps the focus of the one that was pressed. */
  #focus(direction: Direction): void {
    const buttons = [...this.#body.querySelectorAll('button')];
    (buttons.find(({ dataset }) => dataset['direction'] === direction) ?? buttons[0])?.focus();
  }
}
