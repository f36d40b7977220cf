import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { MINUTE, type Micros, SECOND } from '../service/domain/micros.ts';
import { REPORT_SECRET, type Store } from '../service/store/store.ts';

/** Within this time, another report of a device replaces its last one. */
export const INTERVAL: Micros = 5 * MINUTE;

const COOKIE = 'headcount-reported';
/** A time in microseconds, and its signature. */
const VALUE = /^(\d{1,16})\.([\w-]{43})$/;
/** The secret of a database, made when it is first needed: nodes that share one accept one another's cookies. */
export async function reportSecret(store: Pick<Store, 'advance' | 'metadata'>): Promise<string> {
  const known = await store.metadata(REPORT_SECRET);
  if (known !== null) return known;
  const fresh = randomBytes(32).toString('base64url');
  await store.advance(REPORT_SECRET, (value) => ({ value: value ?? fresh, reports: [] }));
  return (await store.metadata(REPORT_SECRET)) ?? fresh;
}

/** The cookie of a person who has reported. It holds the time of the report and a signature, and nothing else. */
export class LastReport {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The time of the device's last report, if it is recent enough to be replaced; null otherwise. */
  of({ headers }: Pick<IncomingMessage, 'headers'>, now: Micros): Micros | null {
    const [, digits, signature] = VALUE.exec(parseCookie(headers.cookie ?? '')[COOKIE] ?? '') ?? [];
    if (digits === undefined || signature === undefined) return null;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#signature(digits)))) return null;
    const at = Number(digits);
    return at <= now && now - at < INTERVAL ? at : null;
  }

  /** `path`: of the report page. */
  set(response: ServerResponse, at: Micros, { isSecure, path }: { isSecure: boolean; path: string }): void {
    const cookie = stringifySetCookie({
      name: COOKIE,
      value: `${at}.${this.#signature(String(at))}`,
      path,
      maxAge: INTERVAL / SECOND,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    });
    response.appendHeader('Set-Cookie', cookie);
  }

  #signature(digits: string): string {
    return createHmac('sha256', this.#secret).update(`reported ${digits}`).digest('base64url');
  }
}
