/** Parsers of the settings of the account page. Each throws `InvalidArgumentError`, whose message says what is allowed. */
import { InvalidArgumentError } from 'commander';
import { EMAIL_RULE, isEmailAddress } from '../domain/email-address.ts';

/** Where mail goes: to the service's log, or to an SMTP server. */
export type MailServer = 'log' | SmtpServer;

/** An SMTP server. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `implicit`: from the first byte. `starttls`: mail is sent only after STARTTLS. `none`: without encryption. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

const SMTP_RULE =
  'It must be smtps://USER:PASSWORD@HOST:465, smtp://USER:PASSWORD@HOST:587 or log; write special characters as %XX.';
const LOOPBACK = /^(localhost|127\.[\d.]+|\[?::1\]?)$/;

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Parses `log`, or the URL of an SMTP server. With `smtp:`, mail needs STARTTLS, unless the server is on this machine or the URL ends in
 * `?tls=none`.
 */
export function parseMailServer(text: string): MailServer {
  if (text === 'log') return 'log';
  const url = URL.parse(text);
  const scheme = url?.protocol;
  if (url === null || (scheme !== 'smtp:' && scheme !== 'smtps:') || url.hostname === '') {
    throw new InvalidArgumentError(SMTP_RULE);
  }
  const isMore = !['', '/'].includes(url.pathname) || url.hash !== '' || url.port === '0';
  if (isMore) throw new InvalidArgumentError(SMTP_RULE);
  if (url.search !== '' && (url.search !== '?tls=none' || scheme === 'smtps:')) {
    throw new InvalidArgumentError('Its only parameter is ?tls=none, for smtp://.');
  }
  const isPlain = url.search !== '' || isLoopback(url.hostname);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (scheme === 'smtps:' ? 465 : 587) : Number(url.port),
    tls: scheme === 'smtps:' ? 'implicit' : isPlain ? 'none' : 'starttls',
    auth: authOf(url),
  };
}

function authOf({ username, password }: URL): SmtpServer['auth'] {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') throw new InvalidArgumentError(SMTP_RULE);
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw new InvalidArgumentError(SMTP_RULE);
  }
}

/** Parses an address without a name; the page's name is added to it. */
export function parseMailAddress(text: string): string {
  if (isEmailAddress(text) && !/[<>()[\]",;:\\]/.test(text)) return text;
  throw new InvalidArgumentError(`It must be ${EMAIL_RULE}, such as keys@queue.example.edu.`);
}
