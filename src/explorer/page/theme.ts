import { safeStorage } from './deployment/safe-storage.ts';

/** The storage key is Starlight's, so that the guides use the same theme. */
const KEY = 'starlight-theme';
const THEMES = ['light', 'dark'] as const;

/** Applies the theme that the reader has chosen, and lets a button change it. Without a choice, the page follows the system. */
export function restoreTheme(button: HTMLButtonElement): void {
  const storage = safeStorage(() => localStorage);
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = THEMES.find((theme) => theme === storage.getItem(KEY));
  if (chosen !== undefined) dataset['theme'] = chosen;

  const current = () => dataset['theme'] ?? (system.matches ? 'dark' : 'light');
  const show = () => button.setAttribute('aria-pressed', String(current() === 'dark'));
  button.addEventListener('click', () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    dataset['theme'] = next;
    storage.setItem(KEY, next);
    show();
  });
  system.addEventListener('change', show);
  show();
}
