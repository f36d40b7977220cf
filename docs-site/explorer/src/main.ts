import { type Asked, readAddress, shownAddress } from './address.ts';
import { byId } from './element.ts';
import { Explorer } from './explorer.ts';
import { Keys } from './keys.ts';
import { drawerOf } from './safe-storage.ts';
import { followTheme } from './theme.ts';

const keys = new Keys(
  drawerOf(() => sessionStorage),
  drawerOf(() => localStorage),
);
const asked = takeAddress();
followTheme(drawerOf(() => localStorage));
const explorer = new Explorer(keys);

/** Takes what the address bar says, and takes the key out of it before anything else happens. */
function takeAddress(): Asked {
  const address = readAddress(location.href);
  history.replaceState(null, '', shownAddress(location.href, address.baseUrl));
  if (address.key !== null) keys.keep(address.baseUrl, address.key, 'tab');
  return address;
}

function connect({ baseUrl, refused }: Asked): void {
  explorer.connect({ baseUrl, choice: 'auto' });
  if (refused !== null) explorer.refuse(refused);
}

connect(asked);
window.addEventListener('hashchange', () => {
  // Links within the page, such as the one that skips to the line, are none of it.
  if (/[#&](key|base)=/.test(location.hash)) connect(takeAddress());
});
byId('live').addEventListener('change', () => explorer.turnLive(byId<HTMLInputElement>('live').checked));
