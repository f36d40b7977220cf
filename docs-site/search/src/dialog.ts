/** The search dialog. Loaded when it is opened for the first time, after the data. */
import { element } from '../../../src/explorer/page/element.ts';
import { createSearch, type SearchEntry, type SearchResult } from '../search-index.ts';
import { excerptOf, pieces } from './excerpt.ts';

const MAX_RESULTS = 20;
const search = createSearch((window as unknown as { searchData: readonly SearchEntry[] }).searchData);
const root = document.body.dataset['root'] ?? '';
const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' });
dialog.innerHTML = `
  <form method="dialog" role="search">
    <input type="search" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off" spellcheck="false" aria-controls="search-results">
    <button type="submit">Close</button>
  </form>
  <p role="status"></p>
  <ul id="search-results"></ul>`;
document.body.append(dialog);
const field = dialog.querySelector('input') as HTMLInputElement;
const status = dialog.querySelector('[role=status]') as HTMLElement;
const list = dialog.querySelector('ul') as HTMLElement;

field.addEventListener('input', show);
// Enter opens the best result; without results, the dialog stays open.
dialog.querySelector('form')?.addEventListener('submit', (event) => {
  if (document.activeElement !== field) return;
  event.preventDefault();
  links()[0]?.click();
});
dialog.addEventListener('click', (event) => {
  const isBackdrop = event.target === dialog;
  const isLink = event.target instanceof Element && event.target.closest('a') !== null;
  if (isBackdrop || isLink) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  // In a search field with text, Escape would only clear the field.
  if (event.key === 'Escape') {
    event.preventDefault();
    return dialog.close();
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops = [field, ...links()];
  const current = stops.indexOf(document.activeElement as HTMLInputElement);
  stops[Math.min(Math.max(current + step, 0), stops.length - 1)]?.focus();
});
document.addEventListener('open-search', (event) => {
  if (dialog.open) return;
  dialog.showModal();
  const query = (event as CustomEvent<string | undefined>).detail;
  if (query !== undefined) {
    field.value = query;
    show();
  }
  field.select();
});

function links(): HTMLAnchorElement[] {
  return [...list.querySelectorAll('a')];
}

function show(): void {
  const query = field.value.trim();
  const results = search(query);
  status.textContent = query === '' ? '' : countOf(results.length, query);
  list.replaceChildren(...results.slice(0, MAX_RESULTS).map(item));
}

function countOf(results: number, query: string): string {
  if (results === 0) return `No results for “${query}”`;
  if (results > MAX_RESULTS) return `${results} results, showing the best ${MAX_RESULTS}`;
  return `${results} ${results === 1 ? 'result' : 'results'}`;
}

function item({ entry, terms }: SearchResult): HTMLElement {
  const excerpt = pieces(excerptOf(entry, terms), terms).map(({ text, isMatch }) =>
    isMatch ? element('mark', text) : text,
  );
  return element(
    'li',
    element(
      'a',
      { href: root + entry.address },
      element('strong', entry.title),
      element('span', entry.page === entry.title ? '' : entry.page),
      element('small', ...excerpt),
    ),
  );
}
