import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** What a session's secret looks like: 256 bits as base64url. Other values are not looked up. */
const SECRET = /^[\w-]{43}$/;

/** How long the page that somebody wants is kept, in seconds: as long as a session. */
const KEPT = 3600;

/** With this prefix, browsers take the cookie from this host over TLS only: no other subdomain can set it (RFC 6265bis, 4.1.3.2). */
const nameOf = (isSecure: boolean, kind: 'session' | 'key' = 'session') =>
  `${isSecure ? '__Host-' : ''}headcount-${kind}`;

/** The secret of the request's session; null without one. `isSecure`: whether clients reach the service over TLS. */
export function readSession({ headers }: IncomingMessage, isSecure: boolean): string | null {
  const secret = parseCookie(headers.cookie ?? '')[nameOf(isSecure)];
  return secret !== undefined && SECRET.test(secret) ? secret : null;
}

/** Sets the cookie for the given seconds; the server ends the session by itself, too. */
export function setSession(
  response: ServerResponse,
  secret: string,
  { isSecure, seconds }: { readonly isSecure: boolean; readonly seconds: number },
): void {
  setCookie(response, secret, isSecure, seconds);
}

/** Removes the cookie. */
export function clearSession(response: ServerResponse, isSecure: boolean): void {
  setCookie(response, '', isSecure, 0);
}

/** The id of the key whose page the browser asked for before signing in; null without one. */
export function readWantedKey({ headers }: IncomingMessage, isSecure: boolean): number | null {
  const id = parseCookie(headers.cookie ?? '')[nameOf(isSecure, 'key')] ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}

/** Keeps the id of a key whose page the browser asked for; null forgets it. */
export function keepWantedKey(response: ServerResponse, id: number | null, isSecure: boolean): void {
  setCookie(response, id === null ? '' : String(id), isSecure, id === null ? 0 : KEPT, 'key');
}

function setCookie(
  response: ServerResponse,
  value: string,
  secure: boolean,
  maxAge: number,
  kind: 'session' | 'key' = 'session',
): void {
  const cookie = stringifySetCookie({
    ...{ name: nameOf(secure, kind), value, path: '/', maxAge },
    ...{ httpOnly: true, sameSite: 'lax', secure },
  });
  response.appendHeader('Set-Cookie', cookie);
}
