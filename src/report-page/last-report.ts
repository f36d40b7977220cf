import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import { MINUTE, type Micros } from '../service/domain/micros.ts';
import { REPORT_SECRET, type Store } from '../service/store/store.ts';

/** Within this time, another report of a device replaces its last one. */
export const INTERVAL: Micros = 5 * MINUTE;

/** The name of the cookie. */
export const LAST_REPORT = 'headcount-reported';
/** The id of a report, its time in microseconds, and a signature. */
const TOKEN = /^(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/;

/** The secret of a database, made when it is first needed: nodes that share one accept one another's tokens. Each venue has its own. */
export async function reportSecret(store: Pick<Store, 'advance' | 'metadata'>): Promise<string> {
  const known = await store.metadata(REPORT_SECRET);
  if (known !== null) return known;
  const fresh = randomBytes(32).toString('base64url');
  await store.advance(REPORT_SECRET, (value) => ({ value: value ?? fresh, reports: [] }));
  return (await store.metadata(REPORT_SECRET)) ?? fresh;
}

/**
 * Tokens with which a person's next report replaces the last one, in a cookie and, for browsers that keep none, in the address. A token is
 * good for one replacement: a report that was replaced is gone, and its id is never used again.
 */
export class LastReport {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  tokenOf({ id, createdAt }: { readonly id: number; readonly createdAt: Micros }): string {
    const content = `${id}.${createdAt}`;
    return `${content}.${this.#signature(content)}`;
  }

  /** The id in a token, if it is genuine and recent enough to be replaced; null otherwise. */
  idIn(token: unknown, now: Micros): number | null {
    const [, id, time, signature] = (typeof token === 'string' && TOKEN.exec(token)) || [];
    if (id === undefined || time === undefined || signature === undefined) return null;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#signature(`${id}.${time}`)))) return null;
    const age = now - Number(time);
    // A clock that was set back makes no token last longer.
    return age >= 0 && age < INTERVAL ? Number(id) : null;
  }

  #signature(content: string): string {
    return createHmac('sha256', this.#secret).update(`reported ${content}`).digest('base64url');
  }
}

/** The token in the cookie of a request; undefined without one. */
export function cookieToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return parseCookie(headers.cookie ?? '')[LAST_REPORT];
}
