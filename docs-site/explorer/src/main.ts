import { restoreTheme } from '../../header/src/theme.ts';
import { type PageAddress, readAddress, shareableAddress } from './address.ts';
import { byId } from './element.ts';
import { Explorer } from './explorer.ts';
import { Keys } from './keys.ts';
import { safeStorage } from './safe-storage.ts';

const tab = safeStorage(() => sessionStorage);
const device = safeStorage(() => localStorage);
const keys = new Keys(tab, device);
const address = takeAddress();
restoreTheme(byId<HTMLButtonElement>('theme'));
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
