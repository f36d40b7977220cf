import type { Deployment } from '../deployment/deployment.ts';
import { byId } from '../element.ts';
import { SectionBody } from '../section-body.ts';
import { type Direction, type PageQuery, reportsView } from './reports-view.ts';

/** The feed of reports, one page at a time. */
export class FeedSection {
  readonly #host = byId('reports-body');
  readonly #body = new SectionBody(this.#host);
  readonly #attempt: (work: () => Promise<void>) => void;
  #deployment: Deployment | null = null;
  /** The page that is shown or loading; null for the first page, which follows new reports. */
  #page: PageQuery | null = null;

  constructor(attempt: (work: () => Promise<void>) => void) {
    this.#attempt = attempt;
  }

  /** Shows a skeleton until the next deployment is loaded. */
  reset(): void {
    this.#body.reset();
  }

  async show(deployment: Deployment): Promise<void> {
    this.#deployment = deployment;
    this.#page = null;
    await this.#load(null);
  }

  /** Reloads the first page after new reports; leaves an older page as it is. */
  async refresh(hasNewReports: boolean): Promise<void> {
    if (this.#body.needsRetry || (hasNewReports && this.#page === null)) await this.#load(this.#page);
  }

  async #load(page: PageQuery | null, direction: Direction = 'older'): Promise<void> {
    const deployment = this.#deployment;
    if (deployment === null) return;
    const shown = this.#page;
    // Before the response, so that a refresh in the meantime does not drop this request.
    this.#page = page;
    await this.#body.load(
      async (isCurrent) => {
        const parameters = page === null ? {} : { ...page };
        const body = await deployment.api.get('/api/v1/reports', parameters).catch((error: unknown) => {
          if (isCurrent()) this.#page = shown;
          throw error;
        });
        if (!isCurrent()) return;
        const form =
          deployment.form ?? (body.results[0] !== undefined && 'photo_url' in body.results[0] ? 1 : 2);
        const goTo = (query: PageQuery, direction: Direction) =>
          this.#attempt(() => this.#load(query, direction));
        const hadFocus = this.#host.querySelector('button:focus') !== null;
        this.#host.replaceChildren(reportsView(body, { form, now: deployment.now, goTo }));
        if (hadFocus) this.#focus(direction);
        // Back on the first page, the section follows new reports again.
        if (body.previous === null) this.#page = null;
      },
      { clock: () => deployment.wallTime() },
    );
  }

  /** Focuses the button for the same direction, or the other one at the end of the feed. */
  #focus(direction: Direction): void {
    const buttons = [...this.#host.querySelectorAll('button')];
    (buttons.find(({ dataset }) => dataset['direction'] === direction) ?? buttons[0])?.focus();
  }
}
