/** The texts of all mails. They are plain text, and begin with the service's name and URL. */
import type { Key, QuotaRequestRecord } from '../store/account-store.ts';
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

/** After a key was revoked because somebody sent its secret to the service. */
export function leakedKeyMail(key: Key, sender: Sender): Mail {
  const name = key.name === '' ? '' : ` (${key.name})`;
  return mail(key.email, `Your key ${key.prefix}… was revoked`, sender, [
    `Somebody found your key ${key.prefix}…${name} where others can read it, and sent it to the service, which revoked it. ` +
      'Programs that use it get the status 401 now.',
    'Remove it from where it was published, such as a repository, a page or a log.',
    `To get a new secret for it, sign in within 30 days and replace the key: ${sender.publicUrl()}/account`,
  ]);
}

/** After the operator has decided a request for a higher quota. */
export function decisionMail(request: QuotaRequestRecord, sender: Sender): Mail {
  const { email, keyName, quota, granted, answer } = request;
  const decision = granted === null ? 'refused' : 'granted';
  const key = keyName === '' ? 'your key' : `your key “${keyName}”`;
  return mail(email, `Your request for a higher quota was ${decision}`, sender, [
    `You asked for ${grouped(quota)} requests a day for ${key}.`,
    granted === null
      ? 'The operator refused it, and the quota of the key stays as it was.'
      : `The operator granted ${grouped(granted)} requests a day, which the key may make from now on.`,
    ...(answer === '' ? [] : [`The operator’s answer: ${answer}`]),
    `Your keys: ${sender.publicUrl()}/account`,
  ]);
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function mail(to: string, subject: string, sender: Sender, paragraphs: readonly string[]): Mail {
  const about = `This mail is from ${sender.serviceName}, ${sender.publicUrl()}`;
  const contact = `Questions? Contact ${sender.contact}.`;
  return { to, subject, text: `${[about, ...paragraphs, contact].join('\n\n')}\n` };
}
