import type { RequestHandler } from 'express';
import type { AccountRules } from '../../accounts/account-rules.ts';
import { domainOf, EligibleDomains } from '../../accounts/eligible-domain.ts';
import { STANDARD_QUOTA } from '../../accounts/keys.ts';
import type { MailLog } from '../../accounts/mail/outbox.ts';
import { DAY } from '../../service/domain/micros.ts';
import type { AccountObserver } from '../../service/metrics/account-metrics.ts';
import type { Store } from '../../service/store/store.ts';
import { mailOf, serviceNameOf } from '../settings/setting-checks.ts';
import type { Settings } from '../settings/settings.ts';
import { timeOf } from './clock.ts';
import type { ServiceContext } from './service-app.ts';

/** The account page of a service. */
export interface AccountPage {
  readonly handler: RequestHandler;
  readonly waitingMails: () => number;
  /** Sends the mails that are waiting, for at most `ms`. */
  close(ms: number): Promise<void>;
}

interface AccountPageContext extends ServiceContext {
  /** The target of `--smtp log`. By default the service's log, whatever its level. */
  readonly mailLog?: MailLog | undefined;
  readonly accountObserver: AccountObserver | null;
  /** The path of the API and the explorer, below the base URL. */
  readonly venuePath: () => string;
}

/** Opens the account page that the settings ask for; null without a mail server. Throws `OperatorError` if settings contradict it. */
export async function openAccountPage(
  settings: Settings,
  store: Store,
  context: AccountPageContext,
): Promise<AccountPage | null> {
  const mail = mailOf(settings);
  if (mail === null) return null;
  const [{ Accounts }, { Sessions }, { openMailer }, { accountPage }] = await Promise.all([
    import('../../accounts/accounts.ts'),
    import('../../accounts/sessions.ts'),
    import('../../accounts/mail/open-mailer.ts'),
    import('../../accounts/pages/account-page.ts'),
  ]);
  const { clock, logger, baseUrl, accountObserver } = context;
  const { contact, venueName, trustProxy, keysPerAccount, eligibleDomains, deniedDomains } = settings;
  const time = timeOf(settings);
  const serviceName = serviceNameOf(settings);
  const mailIsLogged = mail.server === 'log';
  const { mailer, waiting, close } = await openMailer(mail, {
    name: serviceName,
    // Nobody could sign in if mails were below the level of the log.
    log: mailIsLogged ? (context.mailLog ?? logger.child({}, { level: 'info' })) : logger,
    observer: accountObserver,
  });
  const eligible = new EligibleDomains({ allowed: eligibleDomains, denied: deniedDomains });
  const rules: AccountRules = {
    daysApart: settings.venues === null ? 0 : DAY,
    mostKeys: keysPerAccount,
    quota: STANDARD_QUOTA,
    mayUse(email) {
      const domain = domainOf(email);
      return domain !== null && eligible.has(domain);
    },
    domainAbove(email) {
      const domain = domainOf(email);
      const listed = domain === null ? null : eligible.listed(domain);
      return listed === domain ? null : listed;
    },
    publicUrl: () => baseUrl.fixed,
    serviceName,
    contact,
  };
  const accounts = new Accounts({ store, clock, time, rules });
  const signedIn = () => accountObserver?.signedIn();
  const sessions = new Sessions({ store, clock, mailer, rules, signedIn });
  const handler = accountPage({
    ...context,
    accounts,
    sessions,
    time,
    contact,
    venueName,
    mailIsLogged,
    trustedProxies: trustProxy,
  });
  return {
    handler,
    waitingMails: waiting,
    close,
  };
}
