/** The texts of all mails. They are plain text, and begin with the service's name and URL. */
import type { AccountRules } from './account-rules.ts';
import type { Mail } from './mailer.ts';

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
