import { element } from './element.ts';
import { asFailure, type Failure } from './failure.ts';

/** What went wrong and what to do about it. */
export function errorBox(failure: Failure): HTMLElement {
  return element(
    'div',
    { class: 'error-box', 'data-kind': failure.kind },
    element('strong', failure.message),
    failure.advice === '' ? null : element('span', ` ${failure.advice}`),
  );
}

/** The content of a section: loads it, shows failures, and knows whether it must be loaded again. */
export class SectionBody {
  readonly #host: Element;
  /** Numbers the loads: when several overlap, only the last one may change the content. */
  #lastLoad = 0;
  #needsRetry = false;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Whether the last load failed in a way that a retry may fix. */
  get needsRetry(): boolean {
    return this.#needsRetry;
  }

  /**
   * Runs `load`. Shows a failure of this section in its place; rethrows a failure of the connection. `isCurrent` returns
   * false once another load has started.
   */
  async load(load: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    this.#lastLoad += 1;
    const number = this.#lastLoad;
    const isCurrent = () => number === this.#lastLoad;
    this.#host.setAttribute('aria-busy', 'true');
    try {
      await load(isCurrent);
      if (isCurrent()) this.#needsRetry = false;
    } catch (error) {
      if (isCurrent()) this.#showFailure(asFailure(error));
    } finally {
      if (isCurrent()) this.#host.removeAttribute('aria-busy');
    }
  }

  showNotLoaded(): void {
    this.#host.replaceChildren(element('p', { class: 'empty' }, 'Not loaded.'));
  }

  #showFailure(failure: Failure): void {
    if (failure.affectsConnection) {
      this.#needsRetry = true;
      if (this.#host.childElementCount === 0) this.showNotLoaded();
      throw failure;
    }
    this.#needsRetry = !failure.needsUser;
    this.#host.replaceChildren(errorBox(failure));
  }
}
