/** Checks that concern more than one setting. */
import type { SmtpAddress } from '../../accounts/mail/smtp-address.ts';
import { isLoopback } from '../../service/domain/texts.ts';
import { OperatorError } from './operator-error.ts';
import { SECRET_VARIABLES } from './secret-files.ts';
import { SETTING_NAMES, SETTINGS, type Settings, variableOf } from './settings.ts';

type AccountSettings = Pick<Settings, 'smtp' | 'mailFrom' | 'publicUrl' | 'host'>;

/** Where the mail of an account page goes; its links start with the public URL. */
export type Mail = { readonly server: 'log' } | { readonly server: SmtpAddress; readonly from: string };

/**
 * Returns where mail goes, or null if there is no account page. Throws `OperatorError`, which names the setting, if others are missing or
 * contradict it: anyone who reads a sign-in link can sign in.
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

/** Returns whether passers-by can read the sessions and new keys of an account page, because its public URL is not one of https. */
export function isPlainPage({ smtp, publicUrl }: AccountSettings): boolean {
  if (smtp === null || publicUrl === null) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** The name of a service in its mails: that of the venue, or the project's. */
export function serviceNameOf({ venueName }: Pick<Settings, 'venueName'>): string {
  return venueName ?? 'Queue Headcount';
}

const WITHOUT_MAIL = ['mailFrom', 'keysPerAccount', 'eligibleDomains', 'deniedDomains'] as const;

/** The options that are set but have no effect on a service, because it has no account page without a mail server. */
export function unusedSettings(
  settings: Pick<Settings, 'smtp' | (typeof WITHOUT_MAIL)[number]>,
): readonly string[] {
  if (settings.smtp !== null) return [];
  return WITHOUT_MAIL.filter(
    (name) => String(settings[name] ?? '') !== String(SETTINGS[name].default ?? ''),
  ).map((name) => SETTINGS[name].flags.split(' ', 1)[0] as string);
}

/** Variables of other commands, of starting the program, and of examples. */
const OTHER_VARIABLES: readonly string[] = [
  'HEADCOUNT_API_KEY',
  'HEADCOUNT_IMAGE',
  'HEADCOUNT_KIT',
  'HEADCOUNT_MOCK_PORT',
  'HEADCOUNT_MOCK_SCENARIO',
  'HEADCOUNT_PROGRAM',
  'HEADCOUNT_REPORTER_KEY',
  'HEADCOUNT_URL',
  'HEADCOUNT_VENUE',
];

/**
 * The variables that look like settings and are none. Throws `OperatorError` if one is a misspelled setting: what it should set may be stored,
 * as the time zone is.
 */
export function unknownVariables(environment: NodeJS.ProcessEnv): readonly string[] {
  const settings = SETTING_NAMES.map(variableOf);
  const known = [...settings, ...SECRET_VARIABLES.map((name) => `${name}_FILE`), ...OTHER_VARIABLES];
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('HEADCOUNT_') && !known.includes(name),
  );
  const letters = (name: string) => name.replaceAll('_', '');
  for (const name of unknown) {
    const meant = settings.find((setting) => letters(setting) === letters(name));
    if (meant !== undefined) throw new OperatorError(`${name} is not a setting; did you mean ${meant}?`);
  }
  return unknown;
}

type PublicPageSettings = Pick<Settings, 'publicPage' | 'trustProxy' | 'publicUrl'>;

/** Why visitors need the public URL; it follows the name of the setting. */
export const PUBLIC_URL_RULE =
  'a public page behind a trusted proxy needs the URL that visitors use, because links to its pages start with it';

/**
 * Returns whether the links of a public page would start with an address that a proxy reports. Many proxies report what a client sends, and
 * shared caches keep responses for other visitors.
 */
export function lacksPublicUrl({ publicPage, trustProxy, publicUrl }: PublicPageSettings): boolean {
  return publicPage && trustProxy.length > 0 && publicUrl === null;
}

/** Throws `OperatorError`, which names the setting, if a public page lacks its URL. */
export function checkPublicPage(settings: PublicPageSettings): void {
  if (lacksPublicUrl(settings)) {
    throw new OperatorError(`--public-url (HEADCOUNT_PUBLIC_URL): ${PUBLIC_URL_RULE}`);
  }
}
