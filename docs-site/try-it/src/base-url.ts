/** The address that `npm start` and the mocks print. */
const LOCAL = 'http://127.0.0.1:3000';

/** The service that serves the page, if that is below `/docs/`; a documentation page of other hosts is from no service. */
export function likelyBaseUrl(href: string): string {
  const folder = new URL('.', href).href;
  return /^https?:.*\/docs\/$/.test(folder) ? folder.replace(/\/docs\/$/, '') : LOCAL;
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
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
