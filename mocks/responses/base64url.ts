/** Encodes ASCII text as base64url without padding, in browsers too. */
export function encodeBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url to Latin-1 text, as leniently as Node: up to the first `=`, and without other characters. */
export function decodeBase64Url(text: string): string {
  const digits = text
    .replace(/=.*$/s, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  // A single digit at the end is less than a byte.
  return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
}
