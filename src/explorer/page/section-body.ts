import type { Api } from './deployment/api.ts';
import { asFailure, type Failure } from './deployment/failure.ts';
import type { Venue } from './deployment/venue.ts';
import { element } from './element.ts';
import type { WallTime } from './local-time.ts';
import { errorBox, showState } from './trouble.ts';

/** What the sections of the page share. */
export interface PageContext {
  /** Another one when the key changes. */
  readonly api: Api;
  readonly venue: Venue;
  /** Runs a request of the user, and shows its failure. */
  readonly attempt: (work: () => Promise<void>) => void;
}

/** The content of a section: loads it, shows failures, and knows whether it must be loaded again. */
export class SectionBody {
  readonly #host: Element;
  readonly #venue: Venue;
  /** Numbers the loads: when several overlap, only the last one may change the content. */
  #lastLoad = 0;
  /** The content on screen, and the time of its data; null without content. */
  #shown: { readonly content: string; readonly asOf: WallTime } | null = null;
  /** Whether the last load failed in a way that a retry may fix. */
  needsRetry = false;

  constructor(host: Element, { venue }: PageContext) {
    this.#host = host;
    this.#venue = venue;
  }

  /**
   * Runs `load`. If it fails, the same `content` stays, with a note; other content gives way to the failure. Rethrows a failure
   * of the connection, which the page shows. `isCurrent` returns false once another load has started.
   */
  async load(load: (isCurrent: () => boolean) => Promise<void>, content = ''): Promise<void> {
    this.#lastLoad += 1;
    const number = this.#lastLoad;
    const isCurrent = () => number === this.#lastLoad;
    this.#host.setAttribute('aria-busy', 'true');
    try {
      await load(isCurrent);
      if (!isCurrent()) return;
      this.needsRetry = false;
      this.#shown = { content, asOf: this.#venue.now.wall };
      showState(this.#host, 'ready');
    } catch (error) {
      if (isCurrent()) this.#showFailure(asFailure(error), content);
    } finally {
      if (isCurrent()) this.#host.removeAttribute('aria-busy');
    }
  }

  #showFailure(failure: Failure, content: string): void {
    const { affectsConnection } = failure;
    this.needsRetry = affectsConnection || !failure.needsUser;
    if (this.#shown?.content !== content) {
      this.#shown = null;
      this.#host.replaceChildren(affectsConnection ? element('p.empty', 'Not loaded.') : errorBox(failure));
      showState(this.#host, 'failed');
    } else if (!affectsConnection) {
      showState(this.#host, 'stale', errorBox(failure, this.#shown.asOf));
    }
    if (affectsConnection) throw failure;
  }
}
