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
