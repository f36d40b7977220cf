import { DeliveryError } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';

/** What is wrong and what to do about it, by the code of the system, of TLS or of nodemailer. */
const CAUSES: readonly (readonly [code: RegExp, cause: string])[] = [
  [/^ECONNREFUSED$/, 'connection refused; check host and port of --smtp, and that the server runs'],
  [/^(EDNS|ENOTFOUND|EAI_AGAIN)$/, 'unknown host; check the host of --smtp, and the name server'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'no response; check host and port of --smtp, and firewalls'],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER$/,
    'the connection does not begin with TLS; use smtp:// instead of smtps://',
  ],
  [
    /CERT|SELF_SIGNED|^UNABLE_TO_/,
    'the certificate is not valid; for a certificate from a private authority, set NODE_EXTRA_CA_CERTS',
  ],
  [/^ETLS$/, 'no STARTTLS, which servers off this machine must offer; try smtps://'],
  [/^EAUTH$/, 'user or password not accepted; check both in --smtp'],
  [/^EABORT$/, 'the server took too long, or the program ended'],
  [/^(ECONNECTION|ECONNRESET|EPIPE)$/, 'the server closed the connection; its log may say why'],
];

/** Describes an error by server and codes, because a server's reply can quote addresses and links. */
export function smtpFailure(
  error: unknown,
  { host, port }: Pick<SmtpAddress, 'host' | 'port'>,
): DeliveryError {
  const { name, code, originalCode, responseCode, command } = error as {
    readonly name: string;
    readonly code?: string;
    /** Of the system or TLS, before nodemailer set its own. */
    readonly originalCode?: string;
    readonly responseCode?: number;
    readonly command?: string;
  };
  const known = [originalCode, code].filter((one) => one !== undefined);
  const [, cause] = CAUSES.find(([pattern]) => known.some((one) => pattern.test(one))) ?? [];
  const step = command === undefined ? '' : ` at ${command.split(' ', 1)[0]}`;
  const reply = responseCode === undefined ? '' : `, reply ${responseCode}`;
  const codes = `${code ?? name}${step}${reply}`;
  const server = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  // Other refusals are not about this mail: of the user, or of every connection.
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const message = `SMTP to ${server}: ${cause === undefined ? codes : `${cause} (${codes})`}`;
  return new DeliveryError(message, isOfMail && (responseCode ?? 0) >= 500);
}
