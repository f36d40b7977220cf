import { readAddress, shownAddress } from './address.ts';
import { byId } from './element.ts';
import { Explorer } from './explorer.ts';
import { Keys } from './keys.ts';
import { followTheme } from './theme.ts';

followTheme();
const keys = new Keys(sessionStorage, localStorage);
const explorer = new Explorer(keys);

/** Takes what the address bar says, and takes the key out of it before anything else happens. */
function connectByAddress(): void {
  const { baseUrl, key } = readAddress(location.href);
  history.replaceState(null, '', shownAddress(location.href, baseUrl));
  if (key !== null) keys.keep(baseUrl, key, 'tab');
  explorer.connect({ baseUrl, choice: 'auto' });
}

connectByAddress();
window.addEventListener('hashchange', () => {
  // Links within the page, such as the one that skips to the line, are none of it.
  if (/[#&](key|base)=/.test(location.hash)) connectByAddress();
});
byId('live').addEventListener('change', () => explorer.turnLive(byId<HTMLInputElement>('live').checked));
