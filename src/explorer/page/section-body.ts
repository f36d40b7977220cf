import type { Api } from './deployment/api.ts';
import { asFailure, type Failure } from './deployment/failure.ts';
import type { Venue } from './deployment/venue.ts';
import { byId, element } from './element.ts';
import { clock, type WallTime } from './local-time.ts';
import type { View } from './view.ts';

/** The parts that the sections of the page share. */
export interface PageContext {
  /** Another one when the key changes. */
  readonly api: Api;
  readonly venue: Venue;
  /** The view that the page shows or loads. */
  readonly view: View;
  /** Shows another view, which the user chose, and notes it in the address. */
  readonly choose: (change: Partial<View>) => void;
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
  /** True if the last load failed in a way that a retry may fix. */
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

/** A failure in words, with advice; `asOf` is the time of the data that stay on screen, null if there are none. */
export function errorBox({ kind, message, advice }: Failure, asOf: WallTime | null = null): HTMLElement {
  return element(
    'div.error-box',
    { 'data-kind': kind },
    element('strong', message),
    advice === '' ? null : element('span', ` ${advice}`),
    asOf === null ? null : element('span', ` What you see is as of ${clock(asOf)}.`),
  );
}

/** Greys data that are no longer current, and says of when they are, if there are any. Without an argument, they are current. */
export function showStale(stale?: { readonly asOf: WallTime | null }): void {
  document.body.toggleAttribute('data-stale', stale !== undefined);
  const { dataset } = byId('status');
  if (stale === undefined) delete dataset['asOf'];
  else if (stale.asOf !== null) dataset['asOf'] = `as of ${clock(stale.asOf)}`;
}

/** Replaces the alert only when it changes, since screen readers read a replaced one again. */
export function showAlert(content: string | HTMLElement): void {
  const text = typeof content === 'string' ? content : content.textContent;
  if (byId('error').textContent !== text) byId('error').replaceChildren(content);
}

/**
 * Shows the state of the section around `part`, which is a skeleton in the page: `ready` with current data, `stale` with data that
 * could not be updated, greyed, or `failed` without any. A note lies over the data, so that nothing moves.
 */
export function showState(part: Element, state: 'ready' | 'stale' | 'failed', note?: HTMLElement): void {
  const section = part.closest<HTMLElement>('section');
  if (section === null) return;
  section.dataset['state'] = state;
  section.inert = false;
  section.querySelector(':scope > .note')?.remove();
  if (note === undefined) return;
  note.classList.add('note');
  note.setAttribute('role', 'status');
  section.append(note);
}
