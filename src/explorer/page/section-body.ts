import { asFailure, type Failure } from './deployment/failure.ts';
import { element } from './element.ts';
import { clock, type WallTime } from './local-time.ts';

/** What went wrong and what to do about it; `asOf` is the time of the data that stay on screen, null if there are none. */
export function errorBox(failure: Failure, asOf: WallTime | null = null): HTMLElement {
  return element(
    'div',
    { class: 'error-box', 'data-kind': failure.kind },
    element('strong', failure.message),
    failure.advice === '' ? null : element('span', ` ${failure.advice}`),
    asOf === null ? null : element('span', ` What you see is as of ${clock(asOf)}.`),
  );
}

/** What a load is for. */
interface Purpose {
  /** Names the content; other content than what is shown replaces it even if it fails to load. */
  readonly content?: string;
  /** The time at the venue. */
  readonly clock: () => WallTime;
}

/** The content of a section: loads it, shows failures, and knows whether it must be loaded again. */
export class SectionBody {
  readonly #host: Element;
  /** Numbers the loads: when several overlap, only the last one may change the content. */
  #lastLoad = 0;
  #needsRetry = false;
  #loading: string | null = null;
  /** The content on screen, and the time of its data; null without content. */
  #shown: { readonly content: string; readonly asOf: WallTime } | null = null;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Whether the last load failed in a way that a retry may fix. */
  get needsRetry(): boolean {
    return this.#needsRetry;
  }

  /** The content that is being loaded; null if none is. */
  get loading(): string | null {
    return this.#loading;
  }

  /** Shows a skeleton until the next load has ended. Loads that have not ended are dropped. */
  reset(): void {
    this.#lastLoad += 1;
    this.#needsRetry = false;
    this.#shown = null;
    this.#loading = null;
    this.#host.removeAttribute('aria-busy');
    showState(this.#host, 'loading');
  }

  /**
   * Runs `load`. If it fails, the same content stays, with a note; without it, the failure is shown in its place. Rethrows a failure
   * of the connection, which the page shows. `isCurrent` returns false once another load has started.
   */
  async load(
    load: (isCurrent: () => boolean) => Promise<void>,
    { content = '', clock }: Purpose,
  ): Promise<void> {
    this.#lastLoad += 1;
    const number = this.#lastLoad;
    const isCurrent = () => number === this.#lastLoad;
    this.#loading = content;
    this.#host.setAttribute('aria-busy', 'true');
    try {
      await load(isCurrent);
      if (!isCurrent()) return;
      this.#needsRetry = false;
      this.#shown = { content, asOf: clock() };
      showState(this.#host, 'ready');
    } catch (error) {
      if (isCurrent()) this.#showFailure(asFailure(error), content);
    } finally {
      if (isCurrent()) {
        this.#loading = null;
        this.#host.removeAttribute('aria-busy');
      }
    }
  }

  #showFailure(failure: Failure, content: string): void {
    const { affectsConnection } = failure;
    this.#needsRetry = affectsConnection || !failure.needsUser;
    if (this.#shown?.content === content) {
      if (!affectsConnection) showState(this.#host, 'stale', errorBox(failure, this.#shown.asOf));
    } else {
      this.#shown = null;
      this.#host.replaceChildren(
        affectsConnection ? element('p', { class: 'empty' }, 'Not loaded.') : errorBox(failure),
      );
      showState(this.#host, 'failed');
    }
    if (affectsConnection) throw failure;
  }
}

/**
 * `loading`: a skeleton, before any data. `ready`: current data. `stale`: data that could not be updated, greyed. `failed`: no data.
 */
type State = 'loading' | 'ready' | 'stale' | 'failed';

/** Shows the state of the section around `part`; its controls are of use only with data. A note lies over the data, so that nothing moves. */
export function showState(part: Element, state: State, note: HTMLElement | null = null): void {
  const section = part.closest<HTMLElement>('section');
  if (section === null) return;
  section.dataset['state'] = state;
  section.inert = state === 'loading';
  section.querySelector(':scope > .note')?.remove();
  if (note === null) return;
  note.classList.add('note');
  note.setAttribute('role', 'status');
  section.append(note);
}
