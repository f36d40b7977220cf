import {
  changeAddress,
  foreignAddress,
  ownBaseUrl,
  ownServiceOf,
  type PageAddress,
  readAddress,
  shareableAddress,
} from './address.ts';
import { Keys, safeStorage } from './deployment/keys.ts';
import { byId, element } from './element.ts';
import { Explorer } from './explorer.ts';
import { restoreTheme } from './theme.ts';

const own = ownServiceOf(ownBaseUrl(location.href));
const device = safeStorage(() => localStorage);
const keys = new Keys(
  own.baseUrl,
  safeStorage(() => sessionStorage),
  device,
);
const address = takeAddress();
restoreTheme(byId<HTMLButtonElement>('theme'), device);
document.documentElement.dataset['started'] = '';
if (address.foreignBase === null) explore(address);
else refuse(address.foreignBase, address);

function explore({ view }: PageAddress): void {
  const explorer = new Explorer(keys, own, view);
  window.addEventListener('hashchange', () => {
    // A link within the page, such as the skip link, would hide the view from the next reload.
    if (/^#[^=]+$/.test(location.hash)) return changeAddress('replace', explorer.address);
    const { key, foreignBase, view } = takeAddress();
    if (foreignBase === null) explorer.visit(view, key !== null);
    else location.reload();
  });
  copyOnClick(byId<HTMLButtonElement>('copy-link'), () => explorer.address);
  const autoRefresh = byId<HTMLInputElement>('auto-refresh');
  autoRefresh.addEventListener('change', () => explorer.setAutoRefresh(autoRefresh.checked));
}

/** Says where to open a link to another service. Shows nothing else, and sends no request. */
function refuse(foreignBase: string, { view }: PageAddress): void {
  window.addEventListener('hashchange', () => location.reload());
  for (const id of ['key-button', 'copy-link']) byId(id).hidden = true;
  const href = foreignAddress(foreignBase, view);
  byId('error').append(
    element(
      'div.error-box',
      element('strong', 'This link is to another service.'),
      ' This page shows only the service that it is from. ',
      href === null ? null : element('span', 'Open the link there: ', element('a', { href }, href)),
    ),
  );
}

/** Reads the address bar, and removes the key from it before anything else happens. */
function takeAddress(): PageAddress {
  const taken = readAddress(location.href);
  changeAddress('replace', shareableAddress(location.href, taken.view, taken.foreignBase));
  if (taken.key !== null) keys.save(taken.key, 'link');
  return taken;
}

/** Makes a button copy a link. Hides it where the browser lets no page write to the clipboard; the address bar has the same link. */
function copyOnClick(button: HTMLButtonElement, link: () => string): void {
  const label = button.textContent;
  button.hidden = navigator.clipboard === undefined;
  const show = (text: string) => {
    button.textContent = text;
    setTimeout(() => {
      button.textContent = label;
    }, 3000);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(link()).then(
      () => show('Link copied, without the key'),
      () => show('Copy it from the address bar'),
    );
  });
}
