import type { Service } from './deployment/api.ts';
import { readView, type View, viewFragment } from './view.ts';

/** What the address bar asks for. All of it is in the fragment, which is never sent. */
export interface PageAddress {
  readonly key: string | null;
  /** The `base` in the fragment if it names another service than the one that the page is from; otherwise null. */
  readonly foreignBase: string | null;
  readonly view: View;
}

/** The base URL of the service that a page is from: its folder, since a service may be below a path. */
export function ownBaseUrl(href: string): string {
  return new URL('.', href).href.replace(/\/$/, '');
}

/** Reads `#key=…` and the view. Links of earlier versions also have `base`; the key beside a foreign one is left alone. */
export function readAddress(href: string): PageAddress {
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  const base = fragment.get('base');
  const isForeign = base !== null && base.replace(/\/$/, '') !== ownBaseUrl(href);
  return {
    key: isForeign ? null : fragment.get('key')?.trim() || null,
    foreignBase: isForeign ? base : null,
    view: readView(fragment),
  };
}

/** The address to show and share: names the view, and a foreign `base`. Never contains the key. */
export function shareableAddress(href: string, view: View, foreignBase: string | null = null): string {
  const url = new URL(href);
  const base = foreignBase === null ? '' : `base=${encodeURIComponent(foreignBase)}`;
  url.hash = [base, viewFragment(view)].filter((part) => part !== '').join('&');
  return url.href.replace(/#$/, '');
}

/** Where to open a link to another service, without its key; null if its base URL is no plain web address. */
export function foreignAddress(foreignBase: string, view: View): string | null {
  const isPlain = /^https?:\/\/[^/?#@\\\s]+(\/[^?#\s]*)?$/i.test(foreignBase);
  return isPlain ? `${foreignBase.replace(/\/*$/, '')}/#${viewFragment(view)}`.replace(/#$/, '') : null;
}

/** Changes the fragment of the address: `push` adds an entry to the history of the tab, `replace` changes the current one. */
export function changeAddress(how: 'push' | 'replace', href: string): void {
  if (href !== location.href) history[`${how}State`](null, '', href);
}

/** The service that serves this page, and what it has put into the page's meta elements. */
export interface OwnService extends Service {
  /** True if people get keys at `account`, beside this page. */
  readonly hasAccountPage: boolean;
  /** Who reports, so that the line can change at any moment: everyone (`open`), or people who know the code on the sign; null for nobody. */
  readonly reportPage: string | null;
}

/** Reads the meta elements of the page; `contentOf` returns null for a missing one. */
export function ownServiceOf(baseUrl: string, contentOf = metaContent): OwnService {
  const publicPage = contentOf('public-page');
  return {
    baseUrl,
    publicPath: publicPage && `/${publicPage}`,
    clockOffset: Number(contentOf('clock-offset') ?? 0),
    hasAccountPage: contentOf('account-page') !== null,
    reportPage: contentOf('report-page'),
  };
}

function metaContent(name: string): string | null {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;
}
