import type { Failure } from './deployment/failure.ts';
import { byId, element } from './element.ts';
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

/** Shows the sections, or hides them all while the page has nothing to show. */
export function showSections(isShown: boolean): void {
  document.body.toggleAttribute('data-live', isShown);
}

/** Greys data that are no longer current, and says of when they are; null for a page without data. */
export function showStale(asOf: WallTime | null): void {
  document.body.toggleAttribute('data-stale', true);
  if (asOf !== null) byId('status').dataset['asOf'] = `as of ${clock(asOf)}`;
}

export function showCurrent(): void {
  document.body.removeAttribute('data-stale');
  delete byId('status').dataset['asOf'];
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
export function showState(
  part: Element,
  state: 'ready' | 'stale' | 'failed',
  note: HTMLElement | null = null,
): void {
  const section = part.closest<HTMLElement>('section');
  if (section === null) return;
  section.dataset['state'] = state;
  section.inert = false;
  section.querySelector(':scope > .note')?.remove();
  if (note === null) return;
  note.classList.add('note');
  note.setAttribute('role', 'status');
  section.append(note);
}
