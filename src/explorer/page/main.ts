import {
  changeAddress,
  isWithinPage,
  ownBaseUrl,
  ownServiceOf,
  type PageAddress,
  readAddress,
  shareableAddress,
} from './address.ts';
import { Keys } from './deployment/keys.ts';
import { safeStorage } from './deployment/safe-storage.ts';
import { byId } from './element.ts';
import { Explorer } from './explorer.ts';
import { restoreTheme } from './theme.ts';

const tab = safeStorage(() => sessionStorage);
const device = safeStorage(() => localStorage);
const keys = new Keys(tab, device);
const address = takeAddress();
restoreTheme(byId<HTMLButtonElement>('theme'));
const explorer = new Explorer(keys, ownServiceOf(metaContent, ownBaseUrl(new URL(location.href))));

document.documentElement.dataset['started'] = '';
explorer.visit(address);
window.addEventListener('hashchange', () => {
  // Such as the skip link, which would hide the view from the next reload.
  if (isWithinPage(location.hash)) changeAddress('replace', explorer.address);
  else explorer.visit(takeAddress());
});
copyOnClick(byId<HTMLButtonElement>('copy-link'), () => explorer.address);
const autoRefresh = byId<HTMLInputElement>('auto-refresh');
autoRefresh.addEventListener('change', () => explorer.setAutoRefresh(autoRefresh.checked));

/** What the service that serves the page has put into it. */
function metaContent(name: string): string | null {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;
}

/** Reads the address bar, and removes the key from it before anything else happens. */
function takeAddress(): PageAddress {
  const taken = readAddress(location.href);
  changeAddress('replace', shareableAddress(location.href, taken.baseUrl, taken.view));
  if (taken.key !== null) keys.useFromLink(taken.baseUrl, taken.key);
  return taken;
}

/** Milliseconds for which the button says what happened. */
const SHOWN = 3000;

/** Makes a button copy a link. Hides it where the browser lets no page write to the clipboard; the address bar has the same link. */
export function copyOnClick(button: HTMLButtonElement, link: () => string): void {
  const label = button.textContent;
  button.hidden = navigator.clipboard === undefined;
  const show = (text: string) => {
    button.textContent = text;
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(link()).then(
      () => show('Link copied, without the key'),
      () => show('Copy it from the address bar'),
    );
  });
}
