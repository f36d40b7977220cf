/** What the page can read without a key. */
export interface PublicPage {
  /** The deployment that serves this page. */
  readonly baseUrl: string;
  /** The path between its base URL and `/api/v1` where no key is needed. */
  readonly path: string;
}

/**
 * Reads what the service that serves the page has put into its meta element; null if there is none, or something that is not a
 * path of letters. `baseUrl` is the page's own deployment.
 */
export function publicPageOf(content: string | null, baseUrl: string): PublicPage | null {
  return content !== null && /^[a-z]+$/.test(content) ? { baseUrl, path: `/${content}` } : null;
}
