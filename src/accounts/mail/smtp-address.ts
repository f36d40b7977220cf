import { isLoopback } from '../../service/domain/texts.ts';

/** A mail server, as in `--smtp`. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** True if the connection begins with TLS (`smtps:`); otherwise it changes to TLS with STARTTLS. */
  readonly secure: boolean;
  /** True if the server is on this machine, so that a connection to it needs no TLS. */
  readonly local: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/**
 * Reads an address: `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`. Throws `RangeError` if it is invalid; the message says
 * what is allowed and contains no password.
 */
export function parseSmtpAddress(text: string): SmtpAddress {
  const url = URL.parse(text);
  const user = decoded(url?.username ?? '');
  const pass = decoded(url?.password ?? '');
  const known = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  if (!known || !['', '/'].includes(url.pathname) || /[?#]/.test(text) || user === null || pass === null) {
    throw new RangeError(
      'It must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT, with special characters of the password percent-encoded.',
    );
  }
  if ((user === '') !== (pass === '')) {
    throw new RangeError('Give both a user and a password, or neither.');
  }
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    local: isLoopback(host),
    auth: user === '' ? null : { user, pass },
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
