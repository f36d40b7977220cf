/** The texts of all mails. They are plain text, and begin with the service's name and URL. */
import type { AccountRules } from './account-rules.ts';

/** A mail of plain text from the service. */
export interface Mail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  /** Lines that end in `\n`. */
  readonly text: string;
}

/** Sends mails some time after it has accepted them, and reports to the log if it can't. */
export interface Mailer {
  /**
   * Accepts a mail at once; never throws. `undelivered` is called if the mail was not sent, because the server could not be
   * used, too many mails were waiting, or the service shuts down; not if the server refused this mail or took too long over it.
   */
  send(mail: Mail, undelivered?: () => Promise<void>): void;
  /** True if so many mails are waiting that it would drop another one. Missing: it drops none. */
  isFull?(): boolean;
}

type Sender = Pick<AccountRules, 'publicUrl' | 'serviceName' | 'contact'>;

/** How long a sign-in link can be used, in minutes. */
export const LINK_MINUTES = 15;

/** A link to sign in with. Opening it changes nothing, because programs that check mails open links, too. */
export function signInMail(to: string, token: string, sender: Sender): Mail {
  return mail(to, `Sign in to ${sender.serviceName}`, sender, [
    `Open this link within ${LINK_MINUTES} minutes to sign in:`,
    `${sender.publicUrl()}/account/confirm?token=${token}`,
    'It works once, and no longer after you have signed in with another link.',
    "If you didn't ask for it, ignore this mail: nobody can sign in without the link. Don't pass it on.",
  ]);
}

/** In place of a link, for an address whose account was deleted today. */
export function signInTomorrowMail(to: string, sender: Sender): Mail {
  return mail(to, `Sign in to ${sender.serviceName} from tomorrow`, sender, [
    'The account with this address was deleted today. You can sign in again, to a new account, from tomorrow.',
    "If you didn't ask to sign in, ignore this mail.",
  ]);
}

function mail(to: string, subject: string, sender: Sender, paragraphs: readonly string[]): Mail {
  const about = `This mail is from ${sender.serviceName}, ${sender.publicUrl()}`;
  const contact = `Questions? Contact ${sender.contact}.`;
  return { to, subject, text: `${[about, ...paragraphs, contact].join('\n\n')}\n` };
}
