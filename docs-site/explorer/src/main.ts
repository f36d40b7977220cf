import { type PageAddress, readAddress, shareableAddress } from './address.ts';
import { byId } from './element.ts';
import { Explorer } from './explorer.ts';
import { Keys } from './keys.ts';
import { type SimpleStorage, safeStorage } from './safe-storage.ts';

const THEME = 'headcount-theme';

const tab = safeStorage(() => sessionStorage);
const device = safeStorage(() => localStorage);
const keys = new Keys(tab, device);
const address = takeAddress();
restoreTheme(device);
const explorer = new Explorer(keys);

connect(address);
window.addEventListener('hashchange', () => {
  // Other fragments are links within the page, such as the skip link.
  if (/[#&](key|base)=/.test(location.hash)) connect(takeAddress());
});
const autoRefresh = byId<HTMLInputElement>('auto-refresh');
autoRefresh.addEventListener('change', () => explorer.setAutoRefresh(autoRefresh.checked));

/** Reads the address bar, and removes the key from it before anything else happens. */
function takeAddress(): PageAddress {
  const taken = readAddress(location.href);
  history.replaceState(null, '', shareableAddress(location.href, taken.baseUrl));
  if (taken.key !== null) keys.useFromLink(taken.baseUrl, taken.key);
  return taken;
}

function connect({ baseUrl, invalidBase }: PageAddress): void {
  explorer.connect({ baseUrl, choice: 'auto' });
  if (invalidBase !== null) explorer.rejectBaseUrl(invalidBase);
}

/** Applies the chosen theme and remembers it. Without a choice, the page follows the system. */
function restoreTheme(storage: SimpleStorage): void {
  const choice = byId<HTMLSelectElement>('theme');
  const apply = () => {
    if (choice.value === '') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice.value;
  };
  choice.value = storage.getItem(THEME) ?? '';
  apply();
  choice.addEventListener('change', () => {
    if (choice.value === '') storage.removeItem(THEME);
    else storage.setItem(THEME, choice.value);
    apply();
  });
}
