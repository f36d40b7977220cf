import type { Request, RequestHandler, Response } from 'express';
import type { LocalTime } from '../../service/domain/local-time.ts';
import { type Micros, SECOND } from '../../service/domain/micros.ts';
import type { BaseUrl } from '../../service/http/server/base-url.ts';
import type { ClientNetworks } from '../../service/http/server/client-network.ts';
import { RateLimits, type Seconds } from '../../service/http/server/rate-limit.ts';
import type { Watchers } from '../../service/http/server/request-record.ts';
import type { Accounts } from '../accounts.ts';
import type { Sessions } from '../sessions.ts';
import { ACCOUNT_POLICIES, admitLink } from './account-limits.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { rootOf, sendPage } from './page.ts';
import { tooManyAccounts, tooManyChanges } from './page-error.ts';
import { clearSession, readSession, setSession } from './session-cookie.ts';
import { type SignInFacts, signInPage } from './sign-in-pages.ts';
import { VenueTimes } from './venue-times.ts';

/** What the account page needs. */
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

/** Who is signed in. */
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

/** What all routes share: accounts, sessions and limits. */
export class PageContext {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly times: VenueTimes;
  readonly clock: () => Micros;
  readonly facts: SignInFacts;
  readonly #baseUrl: BaseUrl;
  readonly #venuePath: () => string;
  readonly #limits: RateLimits<keyof typeof ACCOUNT_POLICIES>;
  readonly #networks: ClientNetworks;

  /** `now`: the clock of limits. */
  constructor(options: AccountPageOptions, now: Seconds, networks: ClientNetworks) {
    this.accounts = options.accounts;
    this.sessions = options.sessions;
    this.times = new VenueTimes(options.time);
    this.clock = options.clock;
    this.facts = options;
    this.#baseUrl = options.baseUrl;
    this.#venuePath = options.venuePath;
    this.#limits = new RateLimits(ACCOUNT_POLICIES, now);
    this.#networks = networks;
  }

  /** Where a key is tried first. */
  get venuePath(): string {
    return this.#venuePath();
  }

  baseOf(request: Request): string {
    return this.#baseUrl.of(request);
  }

  originOf(request: Request): string {
    return new URL(this.baseOf(request)).origin;
  }

  /** Counts a link that somebody asks for; the seconds to wait if it is one too many, else 0. */
  countLink(request: Request): number {
    return admitLink(this.#limits, this.#networks.of(request))?.wait ?? 0;
  }

  /** Asks for a link that was counted, and returns the address. */
  async requestLink(typed: string): Promise<string> {
    let isMailed = false;
    try {
      const link = await this.sessions.requestLink(typed);
      isMailed = link.isMailed;
      return link.email;
    } finally {
      // It was counted before that is known, so that every address is refused alike.
      if (!isMailed) this.#limits.giveBack({ 'sign-in': '' });
    }
  }

  /** Uses a link, and counts the account that it may create. Null if it can't be used. */
  async signIn(token: string): ReturnType<Sessions['begin']> {
    const domain = await this.sessions.newAccountBelow(token);
    const refusal = domain === null ? null : this.#limits.admit({ 'new-accounts': domain });
    if (refusal !== null) throw tooManyAccounts(domain as string, refusal, this.facts.contact);
    return this.sessions.begin(token);
  }

  async signedIn(request: Request): Promise<SignedIn | null> {
    const secret = readSession(request, this.#isSecure(request));
    return secret === null ? null : this.sessions.find(secret);
  }

  /** Whether the browser still has the cookie of a session, perhaps of one that has ended. */
  hasCookie(request: Request): boolean {
    return readSession(request, this.#isSecure(request)) !== null;
  }

  beginSession(response: Response, secret: string, expiresAt: Micros): void {
    const seconds = Math.floor((expiresAt - this.clock()) / SECOND);
    setSession(response, secret, { isSecure: this.#isSecure(response.req), seconds });
  }

  endSession(response: Response): void {
    clearSession(response, this.#isSecure(response.req));
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
        if (refusal !== null) throw tooManyChanges(refusal);
      }
      await handle({ ...signedIn, request, response, fields: fieldsOf(request), root: rootOf(request) });
    };
  }

  /** The page to sign in. It says so if a session has ended, perhaps while a form was open. */
  askToSignIn(request: Request, response: Response): void {
    const isPost = request.method === 'POST';
    const ended = this.hasCookie(request) ? 'Your session has ended. ' : '';
    if (ended !== '') this.endSession(response);
    const lost = isPost ? 'The form that you sent was not accepted, and nothing was changed. ' : '';
    const notice = ended + lost === '' ? null : `${ended}${lost}Sign in again to continue.`;
    const state = { ...(ended === '' ? {} : { title: 'Your session has ended' }), notice };
    sendPage(response, isPost ? 403 : 200, signInPage(rootOf(request), this.facts, state));
  }

  #isSecure(request: Request): boolean {
    return this.baseOf(request).startsWith('https:');
  }
}
