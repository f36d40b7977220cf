/** The bar at the top of guides and reference: the theme, and opening the search. */
import { restoreTheme } from '../../../src/explorer/page/theme.ts';

const assets = `${document.body.dataset['root'] ?? ''}assets/`;
let loading: Promise<void> | null = null;

restoreTheme(button('[data-theme-toggle]'));
button('[data-search]').addEventListener('click', () => openSearch());
for (const asking of document.querySelectorAll<HTMLElement>('[data-search-for]:not([data-search-for=""])')) {
  asking.addEventListener('click', () => openSearch(asking.dataset['searchFor']));
  asking.hidden = false;
}
// Before other listeners, since Redoc has a search of its own under the same key.
window.addEventListener(
  'keydown',
  (event) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
    const slash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
    const commandK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!slash && !commandK) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    openSearch();
  },
  { capture: true },
);

function button(selector: string): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>(selector);
  if (found === null) throw new Error(`no button ${selector}`);
  found.hidden = false;
  return found;
}

function openSearch(query?: string): void {
  loading ??= load('search-data.js').then(() => load('search.js'));
  loading.then(
    () => document.dispatchEvent(new CustomEvent('open-search', { detail: query })),
    () => {
      loading = null;
    },
  );
}

function load(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${assets}${name}`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}
