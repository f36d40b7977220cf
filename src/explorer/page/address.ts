import { readView, type View, viewFragment } from './view.ts';

/** The default of a documentation page: the address that `npm start` and the mocks print. */
const LOCAL = 'http://127.0.0.1:3000';

/** What the address bar asks for. All of it is in the fragment, which is never sent. */
export interface PageAddress {
  readonly baseUrl: string;
  readonly key: string | null;
  /** The `base` in the fragment if it is not a valid base URL; otherwise null. */
  readonly invalidBase: string | null;
  readonly view: View;
}

/**
 * Reads `#key=…`, `#base=…` and the view. Without `base`, the deployment is the service that the page came from, at `/` or at
 * `/docs/explorer/`. Any other `…/explorer/` and any file came from no service, so they use this machine.
 */
export function readAddress(href: string): PageAddress {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const base = fragment.get('base');
  const key = fragment.get('key')?.trim() ?? '';
  const parsed = base === null ? null : parseBaseUrl(base);
  return {
    baseUrl: parsed ?? ownBaseUrl(url),
    key: key === '' || (base !== null && parsed === null) ? null : key,
    invalidBase: parsed === null ? base : null,
    view: readView(fragment),
  };
}

/** The address to show and share: names the deployment unless it is the page's own, and the view. Never contains the key. */
export function shareableAddress(href: string, baseUrl: string, view: View): string {
  const url = new URL(href);
  const base = baseUrl === ownBaseUrl(url) ? '' : `base=${encodeURIComponent(baseUrl)}`;
  url.hash = [base, viewFragment(view)].filter((part) => part !== '').join('&');
  return url.href.replace(/#$/, '');
}

/** Whether a fragment belongs to a link within the page, such as the skip link. */
export function isWithinPage(hash: string): boolean {
  return hash.length > 1 && !hash.includes('=');
}

/**
 * Normalizes a typed base URL: http or https, without query, fragment, password, trailing slash and `/api/v1`. Returns
 * null if it is invalid.
 */
export function parseBaseUrl(text: string): string | null {
  const typed = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) && !/^https?:/i.test(typed)) return null;
  const scheme = /^(localhost|127\.|\[::1\])/.test(typed) ? 'http' : 'https';
  const url = parseUrl(/^https?:\/\//i.test(typed) ? typed : `${scheme}://${typed}`);
  if (url === null || typed === '' || url.username !== '' || url.password !== '') return null;
  return `${url.origin}${url.pathname.replace(/\/api\/v1(\/.*)?$/, '').replace(/\/+$/, '')}`;
}

/** `URL.parse`, which browsers of 2024 don't have yet. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** A page of the documentation: of the site that contains the explorer, or else of the one that the deployment serves. */
export function documentationUrl(href: string, baseUrl: string, page = 'index.html'): string {
  const isInSite = new URL('.', href).pathname.endsWith('/explorer/');
  return isInSite ? `../${page}` : `${baseUrl}/docs/${page.replace('index.html', '')}`;
}

/** The base URL of the service that a page came from. */
export function ownBaseUrl(url: URL): string {
  const folder = new URL('.', url);
  const service = folder.pathname.replace(/\/docs\/explorer\/$/, '/');
  if (!/^https?:$/.test(url.protocol) || service.endsWith('/explorer/')) return LOCAL;
  return `${folder.origin}${service.replace(/\/+$/, '')}`;
}

/**
 * Changes the fragment of the address: `push` adds an entry to the history of the tab, `replace` changes the current one. Where a
 * page may not do so, such as some that are opened as files, follows a link to the fragment instead.
 */
export function changeAddress(how: 'push' | 'replace', href: string): void {
  if (href === location.href) return;
  try {
    if (how === 'push') history.pushState(null, '', href);
    else history.replaceState(null, '', href);
  } catch {
    // With `#`, since without a fragment the page would load again.
    const link = href.includes('#') ? href : `${href}#`;
    if (how === 'push') location.assign(link);
    else location.replace(link);
  }
}

/** The service that serves this page, and what it has put into the page's meta elements. */
export interface OwnService {
  readonly baseUrl: string;
  /** The path between its base URL and `/api/v1` where no key is needed; null if there is none. */
  readonly publicPath: string | null;
  /** Whether people get keys at `account`, beside this page. */
  readonly hasAccountPage: boolean;
  /** Who reports, so that the line can change at any moment: everyone, or people who know the code on the sign. */
  readonly reportPage: 'open' | 'code' | null;
  readonly venueName: string | null;
}

/** Reads the meta elements by `content`, which returns null for a missing one. */
export function ownServiceOf(content: (name: string) => string | null, baseUrl: string): OwnService {
  const publicPage = content('public-page');
  const reportPage = content('report-page');
  return {
    baseUrl,
    publicPath: publicPage !== null && /^[a-z]+$/.test(publicPage) ? `/${publicPage}` : null,
    hasAccountPage: content('account-page') === 'account',
    reportPage: reportPage === 'open' || reportPage === 'code' ? reportPage : null,
    venueName: content('venue-name'),
  };
}
