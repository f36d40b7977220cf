import { afterEach } from 'vitest';
import { LocalTime } from '../service/domain/local-time.ts';
import { type Micros, microsOf } from '../service/domain/micros.ts';
import { openSqliteStore } from '../service/store/sqlite/sqlite-store.ts';
import { temporaryFiles } from '../service/store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../service/store/store.ts';
import type { AccountRules } from './account-rules.ts';
import { Accounts } from './accounts.ts';
import type { Mail, Mailer } from './mails.ts';
import { Sessions } from './sessions.ts';

export const ADA = 'ada@example.edu';
export const EVE = 'eve@example.edu';

export interface Given {
  readonly timeZone?: string;
  readonly now?: string;
  readonly mostKeys?: number;
  readonly daysApart?: Micros;
}

/** The accounts as one process has them. */
export interface OneProcess {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
}

export interface AccountsUnderTest extends OneProcess {
  readonly store: Store;
  readonly file: string;
  readonly time: LocalTime;
  readonly clock: { now: Micros };
  /** Addresses that may not use the service any longer. */
  readonly denied: Set<string>;
  readonly mails: readonly Mail[];
  /** The token in the mail that was sent last. */
  readonly newestToken: () => string;
  /** Signs in by mail; the account's id and the session's secret. */
  signIn(email: string): Promise<{ readonly account: number; readonly secret: string }>;
  /** The same accounts, as another process has them. */
  another(): Promise<OneProcess>;
  /** The same accounts with another handle on their store, or another mailer. */
  accountsOn(store: Store, mailer?: Mailer): OneProcess;
}

export function at(text: string): Micros {
  return microsOf(Temporal.Instant.from(text));
}

/** Returns a function that creates accounts in a new SQLite database, with a clock that stands still. */
export function accountsForTests(): (given?: Given) => Promise<AccountsUnderTest> {
  const newFile = temporaryFiles();
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  return async ({
    timeZone = 'America/New_York',
    now = '2026-11-20T12:35:00-05:00',
    mostKeys = 2,
    daysApart = 0,
  } = {}) => {
    const file = newFile('accounts.db');
    const open = async (create: boolean) => {
      const store = await openSqliteStore(file, { create });
      opened.push(store);
      return store;
    };
    const store = await open(true);
    const clock = { now: at(now) };
    const time = new LocalTime(timeZone);
    const denied = new Set<string>();
    const mails: Mail[] = [];
    const rules: AccountRules = {
      daysApart,
      mostKeys,
      quota: 1000,
      serviceName: 'Queue Headcount',
      contact: 'the kitchen',
      mayUse: (email) => email.endsWith('.edu') && !denied.has(email),
      domainAbove: () => null,
      publicUrl: () => 'https://queue.example.edu',
    };
    const kept: Mailer = { send: (mail) => void mails.push(mail) };
    const accountsOn = (on: Store, mailer = kept) => {
      const options = { store: on, rules, clock: () => clock.now };
      return { accounts: new Accounts({ ...options, time }), sessions: new Sessions({ ...options, mailer }) };
    };
    const { accounts, sessions } = accountsOn(store);
    const newestToken = () => /token=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    return {
      accounts,
      sessions,
      accountsOn,
      store,
      file,
      time,
      clock,
      denied,
      mails,
      newestToken,
      async signIn(email) {
        await sessions.requestLink(email);
        const session = await sessions.begin(newestToken());
        const found = session === null ? null : await sessions.find(session.secret);
        if (session === null || found === null) throw new Error(`${email} could not sign in`);
        return { account: found.account, secret: session.secret };
      },
      another: async () => accountsOn(await open(false)),
    };
  };
}
