/** Where a page of the documentation looks first: what `npm start` and the mocks print. */
const LOCAL = 'http://127.0.0.1:3000';

/** What the address bar says: a key for the deployment, the deployment itself. Both stay in the fragment, which is never sent. */
export interface Asked {
  readonly baseUrl: string;
  readonly key: string | null;
  /** The `base` that was asked for and is no base URL; null where there is none. */
  readonly refused: string | null;
}

/**
 * Reads `#key=…` and `#base=…`. Without `base` it is the service that the page came from, be it at `/` or with the
 * documentation that a service has at `/docs/`. Any other `…/explorer/`, or a file, came from none, and looks at this machine.
 */
export function readAddress(href: string): Asked {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const base = fragment.get('base');
  const key = fragment.get('key')?.trim() ?? '';
  const named = base === null ? null : baseUrlOf(base);
  return {
    baseUrl: named ?? ownBaseUrl(url),
    key: key === '' || (base !== null && named === null) ? null : key,
    refused: named === null ? base : null,
  };
}

/** The address to show and to share: it names the deployment where the page is not its own, and never the key. */
export function shownAddress(href: string, baseUrl: string): string {
  const url = new URL(href);
  url.hash = baseUrl === ownBaseUrl(url) ? '' : `base=${encodeURIComponent(baseUrl)}`;
  return url.href.replace(/#$/, '');
}

/**
 * A base URL as it is kept, made of what a person typed: http or https, without query, fragment, password, slash at the end
 * and `/api/v1`. Null when it is none.
 */
export function baseUrlOf(text: string): string | null {
  const typed = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) && !/^https?:/i.test(typed)) return null;
  const scheme = isLocal(typed) ? 'http' : 'https';
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `${scheme}://${typed}`);
  if (url === null || typed === '' || url.username !== '' || url.password !== '') return null;
  return `${url.origin}${url.pathname.replace(/\/api\/v1(\/.*)?$/, '').replace(/\/+$/, '')}`;
}

/**
 * Where the documentation is: around the page where it is part of one, else with the deployment that is shown.
 */
export function documentationOf(href: string, baseUrl: string): string {
  return new URL('.', href).pathname.endsWith('/explorer/') ? '../index.html' : `${baseUrl}/docs/`;
}

function ownBaseUrl(url: URL): string {
  const folder = new URL('.', url);
  const service = folder.pathname.replace(/\/docs\/explorer\/$/, '/');
  if (!/^https?:$/.test(url.protocol) || service.endsWith('/explorer/')) return LOCAL;
  return `${folder.origin}${service.replace(/\/+$/, '')}`;
}

function isLocal(typed: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(typed);
}
