import type { SimpleStorage } from './deployment/keys.ts';

/** The storage key is Starlight's, so that the guides use the same theme. */
const KEY = 'starlight-theme';

/** Applies the theme that the reader has chosen, and lets a button change it. Without a choice, the page follows the system. */
export function restoreTheme(button: HTMLButtonElement, storage: SimpleStorage): void {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  const chosen = storage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') dataset['theme'] = chosen;
  button.addEventListener('click', () => {
    dataset['theme'] = isDark() ? 'light' : 'dark';
    storage.setItem(KEY, dataset['theme']);
    show();
  });
  system.addEventListener('change', show);
  show();
}
