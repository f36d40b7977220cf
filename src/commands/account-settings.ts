/** Checks of settings of the account page that concern more than one of them. */
import { OperatorError } from './failure.ts';
import { isLoopback, type SmtpServer } from './parse-mail.ts';
import type { Settings } from './settings.ts';

type AccountSettings = Pick<Settings, 'smtp' | 'mailFrom' | 'publicUrl' | 'host'>;

/** Where the mail of an account page goes; its links start with the public URL. */
export type Mail = { readonly server: 'log' } | { readonly server: SmtpServer; readonly from: string };

/**
 * Returns where mail goes, or null if there is no account page. Throws `OperatorError`, which names the setting, if others are missing or
 * contradict it: whoever reads a sign-in link can sign in.
 */
export function mailOf({ smtp, mailFrom, publicUrl, host }: AccountSettings): Mail | null {
  if (smtp === null) return null;
  if (smtp === 'log') {
    if (isLoopback(host) && publicUrl === null) return { server: smtp };
    throw new OperatorError(
      '--smtp: log writes sign-in links to the log, so the service must listen on 127.0.0.1 and have no --public-url; ' +
        'give the URL of a mail server instead',
    );
  }
  if (mailFrom === null) {
    throw new OperatorError(
      '--mail-from (HEADCOUNT_MAIL_FROM): --smtp needs the address that sends the mail',
    );
  }
  if (publicUrl === null) {
    throw new OperatorError(
      '--public-url (HEADCOUNT_PUBLIC_URL): --smtp needs the URL of the service, because links in mail start with it',
    );
  }
  return { server: smtp, from: mailFrom };
}

/** The mail server of the demo, which needs none while nobody else can reach it. */
export function demoSmtp({ smtp, host, publicUrl }: AccountSettings): Settings['smtp'] {
  return smtp ?? (isLoopback(host) && publicUrl === null ? 'log' : null);
}

/** What an operator should know about settings that are allowed, but let others read mail or sessions. */
export function mailWarnings({ smtp, publicUrl }: AccountSettings): readonly string[] {
  const warnings: string[] = [];
  if (smtp !== null && smtp !== 'log' && smtp.tls === 'none' && !isLoopback(smtp.host)) {
    warnings.push(`mail with sign-in links is sent to ${smtp.host} without encryption, because of ?tls=none`);
  }
  if (smtp !== null && publicUrl !== null && isPlain(publicUrl)) {
    warnings.push(`the account page at ${publicUrl}/account is not encrypted; use a public URL with https`);
  }
  return warnings;
}

function isPlain(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}
