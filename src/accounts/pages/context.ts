import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import type { LocalTime } from '../../service/domain/local-time.ts';
import { type Micros, SECOND } from '../../service/domain/micros.ts';
import { setPageCookie } from '../../service/http/pages/phone-page.ts';
import type { BaseUrl } from '../../service/http/server/base-url.ts';
import { ClientNetworks } from '../../service/http/server/client-network.ts';
import { RateLimits, type Seconds } from '../../service/http/server/rate-limit.ts';
import type { Watchers } from '../../service/http/server/request-record.ts';
import type { Accounts } from '../accounts.ts';
import type { Sessions } from '../sessions.ts';
import { ACCOUNT_POLICIES } from './account-limits.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { rootOf, sendPage } from './page.ts';
import { tooMany } from './page-error.ts';
import { type SignInFacts, signInPage } from './sign-in-pages.ts';
import { inWords, VenueTimes } from './venue-times.ts';

/** The parts and settings of the account page. */
export interface AccountPageOptions extends Watchers, SignInFacts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  /** Null: the name of the project. */
  readonly venueName: string | null;
  readonly baseUrl: BaseUrl;
  /** Where the API and the explorer are, below the base URL: empty, or the path of a venue with a slash at its end. */
  readonly venuePath: () => string;
  readonly time: LocalTime;
  readonly clock: () => Micros;
  /** Addresses or ranges of proxies whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
}

/** Somebody who is signed in. */
export interface SignedIn {
  readonly account: number;
  readonly email: string;
  readonly expiresAt: Micros;
}

/** A request of somebody who is signed in. */
export interface OwnerRequest extends SignedIn {
  readonly request: Request;
  readonly response: Response;
  /** The form that was sent; empty for GET. */
  readonly fields: Fields;
  readonly root: string;
}

/** The options of all routes, their sessions and their limits. */
export class PageContext {
  readonly options: AccountPageOptions;
  readonly times: VenueTimes;
  readonly #limits: RateLimits<keyof typeof ACCOUNT_POLICIES>;
  readonly #networks: ClientNetworks;

  /** `now`: the clock of limits. */
  constructor(options: AccountPageOptions, now: Seconds) {
    this.options = options;
    this.times = new VenueTimes(options.time);
    this.#limits = new RateLimits(ACCOUNT_POLICIES, now);
    this.#networks = new ClientNetworks(options.trustedProxies);
  }

  /** Counts a link that somebody asks for; the seconds to wait if it is one too many, else 0. A refused form counts for its network only. */
  countLink(request: Request): number {
    const { network, site } = this.#networks.of(request);
    const refusal =
      this.#limits.admit({ 'sign-in-network': network }) ??
      this.#limits.admit({ 'sign-in-site': site }) ??
      this.#limits.admit({ 'sign-in': '' });
    return refusal?.wait ?? 0;
  }

  /** Asks for a link that was counted, and returns the address. */
  async requestLink(typed: string): Promise<string> {
    let isMailed = false;
    try {
      const link = await this.options.sessions.requestLink(typed);
      isMailed = link.isMailed;
      return link.email;
    } finally {
      // It was counted before that is known, so that every address is refused alike.
      if (!isMailed) this.#limits.giveBack({ 'sign-in': '' });
    }
  }

  /** Uses a link, and counts the account that it may create. Null if it can't be used. */
  async signIn(token: string): ReturnType<Sessions['begin']> {
    const { sessions, contact } = this.options;
    const domain = await sessions.newAccountBelow(token);
    const refusal = domain === null ? null : this.#limits.admit({ 'new-accounts': domain });
    if (refusal === null) return sessions.begin(token);
    // The link can be used later.
    const message = `People whose mail comes from hosts below ${domain} have created as many accounts as this service allows in a day. Ask for a new link in ${inWords(refusal.wait)}, sign in with an address of ${domain} itself, or contact ${contact}.`;
    throw tooMany('Too many new accounts', message, refusal);
  }

  async signedIn(request: Request): Promise<SignedIn | null> {
    const { value } = this.#cookieOf(request);
    return value === undefined ? null : this.options.sessions.find(value);
  }

  beginSession(response: Response, secret: string, expiresAt: Micros): void {
    const seconds = Math.floor((expiresAt - this.options.clock()) / SECOND);
    this.#setCookie(response, secret, seconds);
  }

  endSession(response: Response): void {
    this.#setCookie(response, '', 0);
  }

  /**
   * Handles requests of people who are signed in, and counts their forms. All others get the page to sign in, and nothing
   * changes.
   */
  forOwners(handle: (owner: OwnerRequest) => Promise<void>): RequestHandler {
    return async (request, response) => {
      const signedIn = await this.signedIn(request);
      if (signedIn === null) return this.askToSignIn(request, response);
      if (request.method === 'POST') {
        const refusal = this.#limits.admit({ account: String(signedIn.account) });
        const said = 'Your account has been changed or exported too often within a few minutes.';
        if (refusal !== null) {
          const message = `${said} Nothing was changed. Try again in ${inWords(refusal.wait)}.`;
          throw tooMany('Too many changes', message, refusal);
        }
      }
      await handle({ ...signedIn, request, response, fields: fieldsOf(request), root: rootOf(request) });
    };
  }

  /** The page to sign in. It says so if a session has ended, perhaps while a form was open. */
  askToSignIn(request: Request, response: Response): void {
    const isPost = request.method === 'POST';
    const hasCookie = this.#cookieOf(request).value !== undefined;
    if (hasCookie) this.endSession(response);
    const title = hasCookie ? 'Your session has ended' : 'Get an API key';
    const lost = isPost ? 'The form that you sent was not accepted, and nothing was changed. ' : '';
    const said = `${hasCookie ? 'Your session has ended. ' : ''}${lost}`;
    const notice = said === '' ? null : `${said}Sign in again to continue.`;
    sendPage(
      response,
      isPost ? 403 : 200,
      signInPage(rootOf(request), this.options.contact, { title, notice }),
    );
  }

  /** With the prefix, browsers take the cookie from this host over TLS only: no other subdomain can set it (RFC 6265bis, 4.1.3.2). */
  #cookieOf(request: Request) {
    const url = new URL('/', this.options.baseUrl.of(request));
    const name = `${url.protocol === 'https:' ? '__Host-' : ''}headcount-session`;
    return { url: url.href, name, value: parseCookie(request.headers.cookie ?? '')[name] };
  }

  /** The server ends the session by itself, too. */
  #setCookie(response: Response, value: string, maxAge: number): void {
    const { url, name } = this.#cookieOf(response.req);
    setPageCookie(response, url, { name, value, maxAge });
  }
}
