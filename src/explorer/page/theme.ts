import { safeStorage } from './deployment/safe-storage.ts';

/** The storage key is Redoc's, so that all pages use the same theme. */
const KEY = 'redoc.colorMode';
const THEMES = ['light', 'dark'] as const;

/** Applies the theme that the reader has chosen, and lets a button change it. Without a choice, the page follows the system. */
export function restoreTheme(button: HTMLButtonElement): void {
  const storage = safeStorage(() => localStorage);
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = THEMES.find((theme) => theme === storage.getItem(KEY));
  if (chosen !== undefined) root.dataset['theme'] = chosen;

  // Redoc shows its theme as a class.
  const current = () =>
    THEMES.find((theme) => root.classList.contains(theme)) ??
    THEMES.find((theme) => theme === root.dataset['theme']) ??
    (system.matches ? 'dark' : 'light');
  const show = () => button.setAttribute('aria-pressed', String(current() === 'dark'));
  button.addEventListener('click', () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    root.dataset['theme'] = next;
    storage.setItem(KEY, next);
    // Redoc also keeps its theme in memory, so its own button has to change it.
    document.querySelector<HTMLElement>('[data-testid="color-mode-switcher"]')?.click();
  });
  new MutationObserver(show).observe(root, { attributes: true, attributeFilter: ['class', 'data-theme'] });
  system.addEventListener('change', show);
  show();
}
