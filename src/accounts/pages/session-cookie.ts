import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** The form of a session's secret: 256 bits as base64url. Other values are not looked up. */
const SECRET = /^[\w-]{43}$/;

/** With this prefix, browsers take the cookie from this host over TLS only: no other subdomain can set it (RFC 6265bis, 4.1.3.2). */
const nameOf = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}headcount-session`;

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
  const cookie = stringifySetCookie({
    name: nameOf(isSecure),
    value: secret,
    path: '/',
    maxAge: seconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  });
  response.appendHeader('Set-Cookie', cookie);
}

/** Removes the cookie. */
export function clearSession(response: ServerResponse, isSecure: boolean): void {
  setSession(response, '', { isSecure, seconds: 0 });
}
