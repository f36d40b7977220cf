import type { Failure } from './deployment/failure.ts';
import { byId, element } from './element.ts';
import { clock, type WallTime } from './local-time.ts';

/** What went wrong and what to do about it; `asOf` is the time of the data that stay on screen, null if there are none. */
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
