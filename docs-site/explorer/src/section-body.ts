import { element } from './element.ts';
import { type Failure, failureOf } from './failure.ts';

/** What went wrong, and what to do. */
export function troubleBox(failure: Failure): HTMLElement {
  return element(
    'div',
    { class: 'trouble', 'data-kind': failure.kind },
    element('strong', {}, failure.message),
    failure.advice === '' ? null : element('span', {}, ` ${failure.advice}`),
  );
}

/** A section's place on the page, and whether it shows what was asked for last. */
export class Place {
  readonly #host: Element;
  /** Counts what was asked for: of several questions under way, only the last one fills the place. */
  #asked = 0;
  #isOwed = false;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Whether the last question failed in a way that asking again may mend. */
  get isOwed(): boolean {
    return this.#isOwed;
  }

  /**
   * Fills the place. A failure that concerns the section alone is shown in it; one of the connection is thrown on.
   * `isCurrent` tells `work` whether nothing else was asked for since.
   */
  async fill(work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const isCurrent = () => mine === this.#asked;
    this.#host.setAttribute('aria-busy', 'true');
    try {
      await work(isCurrent);
      if (isCurrent()) this.#isOwed = false;
    } catch (error) {
      if (isCurrent()) this.#fail(failureOf(error));
    } finally {
      if (isCurrent()) this.#host.removeAttribute('aria-busy');
    }
  }

  /** Says that there is nothing to see here. */
  clear(): void {
    this.#host.replaceChildren(element('p', { class: 'empty' }, 'Not loaded.'));
  }

  #fail(failure: Failure): void {
    if (failure.isOfConnection) {
      this.#isOwed = true;
      if (this.#host.childElementCount === 0) this.clear();
      throw failure;
    }
    this.#isOwed = !failure.needsPerson;
    this.#host.replaceChildren(troubleBox(failure));
  }
}
