import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import { DAY, HOUR, type Micros, SECOND } from '../service/domain/micros.ts';
import type { Status } from '../service/domain/status.ts';
import { STAFF_PATH } from '../service/http/app-options.ts';
import { type PhonePage, phoneRoute, sendPage, setPageCookie } from '../service/http/pages/phone-page.ts';
import type { BaseUrl } from '../service/http/server/base-url.ts';
import { ClientNetworks } from '../service/http/server/client-network.ts';
import {
  RateLimits,
  type RatePolicies,
  type Refusal,
  refusalProblem,
} from '../service/http/server/rate-limit.ts';
import type { Watchers } from '../service/http/server/request-record.ts';
import type { Reporter } from '../service/store/live-report-store.ts';
import type { Store } from '../service/store/store.ts';
import { HoursError } from './change-hours.ts';
import { type Refused, STAFF_POLICY, staffMessage, staffPageOf } from './pages.ts';
import { changeHours, presentHours, type StaffHoursOptions, takeBack } from './staff-hours.ts';
import { findStaffLink, isStaffLink, noteUse } from './staff-links.ts';

export interface StaffPageOptions extends Watchers, StaffHoursOptions {
  readonly store: Store;
  readonly baseUrl: BaseUrl;
  readonly trustedProxies: readonly string[];
  readonly venueName: string | null;
  readonly status: () => Promise<Status>;
}

/** How long a phone keeps the link, from its last look at the page; and how far back reports are shown, and can be removed. */
const KEPT: Micros = 90 * DAY;
const REPORTS_SHOWN = { most: 20, age: 2 * HOUR };

const STAFF_POLICIES = {
  /** Unknown links of a network: as many as links to sign in that it may ask for. */
  'staff-links': { count: 30, seconds: 600 },
  /** Changes with one link. */
  'staff-changes': { count: 60, seconds: 600 },
} as const satisfies RatePolicies;

/** The page of the people behind the counter, at `STAFF_PATH`. */
export function staffPage(options: StaffPageOptions): RequestHandler {
  return phoneRoute(new StaffPage(options), options);
}

type Fields = Readonly<Record<string, string | undefined>>;

class StaffPage implements PhonePage {
  readonly path = STAFF_PATH;
  readonly policy = STAFF_POLICY;
  readonly #options: StaffPageOptions;
  readonly #networks: ClientNetworks;
  readonly #limits = new RateLimits(STAFF_POLICIES);

  constructor(options: StaffPageOptions) {
    this.#options = options;
    this.#networks = new ClientNetworks(options.trustedProxies);
  }

  async show(request: Request, response: Response): Promise<void> {
    const { link, saved } = request.query;
    const secret = link ?? this.#cookieOf(request).value;
    if ((await this.#linkOf(request, secret)) === null) return this.#refuse(response);
    const { name, url } = this.#cookieOf(request);
    setPageCookie(response, url, { name, value: secret as string, maxAge: KEPT / SECOND });
    if (link === undefined) return this.#send(response, 200, null, saved !== undefined);
    // The address with the secret stays in no history, and is no page's referrer.
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.status(303).location('staff').end();
  }

  async take(request: Request, response: Response): Promise<void> {
    const link = await this.#linkOf(request, this.#cookieOf(request).value);
    if (link === null) return this.#refuse(response);
    throwRefusal(this.#limits.admit({ 'staff-changes': String(link.id) }));
    const fields = Object.entries<unknown>(request.body ?? {}).map(([name, value]) => [name, String(value)]);
    try {
      await this.#change(Object.fromEntries(fields), link.name);
    } catch (error) {
      if (!(error instanceof HoursError)) throw error;
      return this.#send(response, 422, { fields: Object.fromEntries(fields), message: error.message });
    }
    response.status(303).location('staff?saved').end();
  }

  errorPage({ message }: { readonly message: string }): string {
    return staffMessage(this.#options.venueName, 'Nothing was changed.', message);
  }

  isOfProgram(): boolean {
    return false;
  }

  async #change(fields: Fields, author: string): Promise<void> {
    const { store, clock } = this.#options;
    const { 'take-back': entry, remove } = fields;
    if (entry !== undefined) return takeBack(this.#options, Number(entry), author);
    if (remove === undefined) return changeHours(this.#options, fields, author);
    const now = clock();
    const id = /^\d{1,15}$/.test(remove) ? Number(remove) : 0;
    const span = { start: now - REPORTS_SHOWN.age, end: now + 1 };
    if ((await store.removeReports({ id, span }, now, author)) > 0) return;
    throw new HoursError('This report is gone already, or older than two hours.');
  }

  async #send(response: Response, code: number, refused: Refused | null, isSaved = false): Promise<void> {
    const { store, status, venueName } = this.#options;
    const present = await presentHours(this.#options);
    const { now } = present;
    const [feed, reporters] = await Promise.all([
      store.feed({ now, limit: REPORTS_SHOWN.most, from: null }),
      store.listReporters(),
    ]);
    const view = {
      ...present,
      venueName,
      isSaved,
      status: await status(),
      newestReport: feed[0]?.createdAt ?? null,
      reports: feed.filter(({ createdAt }) => createdAt >= now - REPORTS_SHOWN.age),
      devices: reporters.filter((one) => one.removedAt === null && !isStaffLink(one)),
    };
    sendPage(response, code, staffPageOf(view, refused));
  }

  #refuse(response: Response): void {
    const text = 'Open the link for this place, or scan its code. If it no longer works, ask for a new one.';
    sendPage(response, 403, staffMessage(this.#options.venueName, 'This page is for the staff.', text));
  }

  /** The link of a secret; null if it doesn't work. Throws a problem if its network has tried too many. */
  async #linkOf(request: Request, secret: unknown): Promise<Reporter | null> {
    const { store, clock } = this.#options;
    const link = await findStaffLink(store, secret);
    if (link !== null) await noteUse(link, store, clock());
    else if (secret !== undefined) {
      throwRefusal(this.#limits.admit({ 'staff-links': this.#networks.of(request).network }));
    }
    return link;
  }

  /** The secret in the request's cookie, which is for the page at `url` alone. With the prefix, browsers take it over TLS only. */
  #cookieOf(request: Request) {
    const url = `${this.#options.baseUrl.of(request)}${STAFF_PATH}`;
    const name = `${url.startsWith('https:') ? '__Secure-' : ''}headcount-staff`;
    return { name, url, value: parseCookie(request.headers.cookie ?? '')[name] };
  }
}

function throwRefusal(refusal: Refusal | null): void {
  if (refusal === null) return;
  const detail = `There were too many attempts. Try again in ${refusal.wait} s.`;
  throw refusalProblem('too-many-failures', detail, refusal);
}
