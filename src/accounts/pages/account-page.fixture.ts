/** A service with an account page, and people who use it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import { afterAll } from 'vitest';
import { loadDocument } from '../../service/contract/load-document.ts';
import { LocalTime } from '../../service/domain/local-time.ts';
import { type Micros, SECOND } from '../../service/domain/micros.ts';
import { form2 } from '../../service/form/form-2.ts';
import { createApp } from '../../service/http/app.ts';
import { FRIDAY_LUNCH, TIMETABLE } from '../../service/http/sample-data.fixture.ts';
import { BaseUrl } from '../../service/http/server/base-url.ts';
import { createHttpServer } from '../../service/http/server/http-server.ts';
import type { Observer } from '../../service/http/server/observer.ts';
import { at, NO_DOCUMENTATION, rawRequest } from '../../service/http/service-under-test.fixture.ts';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import type { NewReport, Store } from '../../service/store/store.ts';
import { Accounts } from '../accounts.ts';
import type { Mail, Mailer } from '../mails.ts';
import { Sessions } from '../sessions.ts';
import { accountPage } from './account-page.ts';

interface Given {
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly logger?: Logger;
  /** By default, mails are only kept. */
  readonly mailer?: Mailer;
  readonly reports?: readonly NewReport[];
}

export interface ServiceWithAccounts {
  readonly url: string;
  readonly mails: readonly Mail[];
  readonly clock: { now: Micros };
  readonly store: Store;
  /** The SQLite database. */
  readonly file: string;
  /** A browser without a cookie. */
  browser(headers?: Readonly<Record<string, string>>): TestBrowser;
  /** A browser that has signed in as somebody. */
  signedIn(email: string): Promise<TestBrowser>;
}

const NO_OBSERVER: Observer = {
  requestBegan: () => {},
  requestEnded: () => {},
  venueEnded: () => {},
  cacheRead: () => {},
  quotaCommitted: () => {},
  quotaRefused: () => {},
  quotaFailed: () => {},
  databaseFailed: () => {},
};

/** Starts services for the tests of a file, and stops them after the tests. */
export function servicesWithAccounts(): (given?: Given) => Promise<ServiceWithAccounts> {
  const file = temporaryFiles();
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map((close) => close())));
  return async (given = {}) => {
    const { publicUrl, trustedProxies = [], logger = pino({ level: 'silent' }) } = given;
    const path = file('accounts.sqlite');
    const store = await openStore({ engine: 'sqlite', file: path }, { create: true });
    if (given.reports !== undefined) await store.addReports([given.reports]);
    const time = new LocalTime('America/Los_Angeles');
    const mails: Mail[] = [];
    const state = { now: at(FRIDAY_LUNCH) };
    const clock = () => state.now;
    const baseUrl = new BaseUrl(publicUrl ?? null, trustedProxies);
    const common = {
      venueName: 'Café <b>',
      time,
      clock,
      baseUrl,
      trustedProxies,
      contact: 'the kitchen',
      logger,
      observer: NO_OBSERVER,
    };
    const rules = {
      daysApart: 0,
      mostKeys: 2,
      quota: 1000,
      serviceName: 'Queue Headcount',
      contact: 'the kitchen',
      mayUse: (email: string) => email.endsWith('.edu'),
      domainAbove: (email: string) => /[.@](.*\.(\w+\.edu))$/.exec(email)?.[2] ?? null,
      publicUrl: () => baseUrl.fixed,
    };
    const seconds = () => clock() / SECOND;
    const mailer = given.mailer ?? { send: (mail: Mail) => void mails.push(mail) };
    const accounts = new Accounts({ store, clock, time, rules });
    const sessions = new Sessions({ store, clock, mailer, rules });
    const { listener } = await createApp({
      ...common,
      form: form2,
      document: await loadDocument(2),
      store,
      accounts: store,
      cacheName: '',
      timetable: TIMETABLE,
      photoHost: null,
      publicPage: false,
      drawPicture: () => '',
      documentation: NO_DOCUMENTATION,
      openPhonePages: null,
      accountPage: accountPage(
        { ...common, accounts, sessions, venuePath: () => '', mailIsLogged: false },
        seconds,
      ),
      isServing: () => true,
    });
    const server = createHttpServer(listener, logger);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    baseUrl.listening('127.0.0.1', port);
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
    });
    const url = `http://127.0.0.1:${port}`;
    const browser = (headers = {}) => new TestBrowser(url, headers);
    const signedIn = async (email: string) => {
      const one = browser();
      await one.post('/account/sign-in', { email });
      await one.post('/account/confirm', { token: tokenIn(mails.at(-1)) });
      return one;
    };
    return { url, mails, clock: state, store, file: path, browser, signedIn };
  };
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail | undefined): string {
  const [, token] = /\/account\/confirm\?token=([\w-]{43})\n/.exec(mail?.text ?? '') ?? [];
  if (token === undefined) throw new Error(`no link in ${mail?.text}`);
  return token;
}

/** A response as a browser sees it. */
interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly html: string;
}

/** Keeps the cookie, and sends what a browser sends from a page of the service. It follows no redirects. */
export class TestBrowser {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** The cookie of the session; empty without one. */
  cookie = '';

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.send('GET', path, { headers });
  }

  post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> {
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    return this.send('POST', path, { headers, body: new URLSearchParams(fields).toString() });
  }

  async send(
    method: string,
    path: string,
    { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<Seen> {
    const cookie = this.cookie === '' ? {} : { Cookie: this.cookie };
    const hasLength = body !== undefined && !('Transfer-Encoding' in headers);
    const length = hasLength ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    const response = await rawRequest(this.#url + path, {
      method,
      headers: { ...length, ...this.#headers, ...cookie, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const set of response.headers['set-cookie'] ?? []) {
      const [pair = ''] = set.split(';', 1);
      this.cookie = /Max-Age=0/.test(set) ? '' : pair;
    }
    return { status: response.status, headers: response.headers, html: response.body.toString() };
  }
}

/** The key that a page shows. */
export function secretIn({ html }: Seen): string {
  const [secret] = /hc_[0-9A-Za-z]{38}/.exec(html) ?? [];
  if (secret === undefined) throw new Error(`no secret in ${html}`);
  return secret;
}

/** The ids of the keys that a page links to. */
export function keyIdsIn({ html }: Seen): readonly string[] {
  return [...html.matchAll(/account\/keys\/(\d+)"/g)].map(([, id]) => id as string);
}
