import { OperatorError } from './failure.ts';
import type { Settings } from './settings.ts';

type PublicPageSettings = Pick<Settings, 'publicPage' | 'trustProxy' | 'publicUrl'>;

/** Why visitors need the public URL; it follows the name of the setting. */
export const PUBLIC_URL_RULE =
  'a public page behind a trusted proxy needs the URL that visitors use, because links to its pages start with it';

/**
 * Whether the links of a public page would start with what a proxy reports. Many proxies report what a client sends, and shared
 * caches keep responses for other visitors (decision 12).
 */
export function lacksPublicUrl({ publicPage, trustProxy, publicUrl }: PublicPageSettings): boolean {
  return publicPage && trustProxy.length > 0 && publicUrl === null;
}

/** Throws `OperatorError`, which names the setting, if a public page lacks its URL. */
export function checkPublicPage(settings: PublicPageSettings): void {
  if (lacksPublicUrl(settings)) {
    throw new OperatorError(`--public-url (HEADCOUNT_PUBLIC_URL): ${PUBLIC_URL_RULE}`);
  }
}
