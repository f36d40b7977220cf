import { element } from './element.ts';
import { Failure } from './failure.ts';

/** What went wrong, and what to do. */
export function troubleBox(failure: Failure): HTMLElement {
  return element(
    'div',
    { class: 'trouble', 'data-kind': failure.kind },
    element('strong', {}, failure.message),
    failure.advice === '' ? null : element('span', {}, ` ${failure.advice}`),
  );
}

/** Failures that concern one question only; all others concern the whole connection. */
const OF_ONE_SECTION: readonly string[] = ['not-found', 'refused', 'server'];

/**
 * Fills a section's place. A failure that concerns the section alone is shown in it; one of the connection is thrown on.
 */
export async function fill(host: Element, work: () => Promise<void>): Promise<void> {
  host.setAttribute('aria-busy', 'true');
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || !OF_ONE_SECTION.includes(error.kind)) {
      if (host.childElementCount === 0) host.replaceChildren(element('p', { class: 'empty' }, 'Not loaded.'));
      throw error;
    }
    host.replaceChildren(troubleBox(error));
  } finally {
    host.removeAttribute('aria-busy');
  }
}
