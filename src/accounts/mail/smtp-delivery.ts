import { createTransport } from 'nodemailer';
import { type Deliver, DeliveryError } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';

/** The sender of all mails. */
interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Delivers mails to one server. */
interface SmtpDelivery {
  readonly deliver: Deliver;
  /** Rejects with `DeliveryError` unless the server can be reached and accepts the user. */
  verify(): Promise<void>;
  close(): void;
}

/** A server that is silent for longer, in milliseconds, may have the mail. */
const SILENT_MS = 120_000;
/** A recipient that all mail servers and headers read in the same way. */
const RECIPIENT = /^[\w.'&+-]+@[a-z0-9.-]+$/i;

/**
 * Delivers mails over SMTP, three at a time. Off this machine, TLS with a valid certificate is required; on it, TLS is used if the server
 * offers it, with any certificate.
 */
export function smtpDelivery(server: SmtpAddress, from: Sender, silentMs = SILENT_MS): SmtpDelivery {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.auth === null ? {} : { auth: { ...server.auth } }),
    requireTLS: !server.local,
    tls: { rejectUnauthorized: !server.local, minVersion: 'TLSv1.2' },
    pool: true,
    maxConnections: 3,
    // The outbox makes further attempts.
    maxRequeues: 0,
    idleTimeout: 5000,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const fail = (error: unknown): never => {
    throw smtpFailure(error, server);
  };
  return {
    async deliver({ to, subject, text }, signal) {
      if (!RECIPIENT.test(to))
        throw new DeliveryError('the address of the recipient has unusual characters', true);
      await transport
        .sendMail({
          from: { ...from },
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          // No automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
          signal,
        })
        .catch(fail);
    },
    async verify() {
      await transport.verify().catch(fail);
    },
    close() {
      transport.close();
    },
  };
}

/** Causes and what to do about them, by the code of the system, of TLS or of nodemailer. */
const CAUSES: readonly (readonly [code: RegExp, cause: string])[] = [
  [/^ECONNREFUSED$/, 'connection refused; check host and port of --smtp, and that the server runs'],
  [/^(EDNS|ENOTFOUND|EAI_AGAIN)$/, 'unknown host; check the host of --smtp, and the name server'],
  [/^SOCKET_TIMEOUT$/, 'the server took too long'],
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
  [/^(ECONNECTION|ECONNRESET|EPIPE)$/, 'the server closed the connection; its log may say why'],
];

/** Describes an error by server and codes, because a server's reply can quote addresses and links. */
function smtpFailure(error: unknown, { host, port }: SmtpAddress): DeliveryError {
  const { name, code, originalCode, timeoutType, responseCode, command } = error as {
    readonly name: string;
    readonly code?: string;
    /** Of the system or TLS, before nodemailer set its own. */
    readonly originalCode?: string;
    readonly timeoutType?: string;
    readonly responseCode?: number;
    readonly command?: string;
  };
  const known = [timeoutType, originalCode, code].filter((one) => one !== undefined);
  const [, cause] = CAUSES.find(([pattern]) => known.some((one) => pattern.test(one))) ?? [];
  const step = command === undefined ? '' : ` at ${command.split(' ', 1)[0]}`;
  const reply = responseCode === undefined ? '' : `, reply ${responseCode}`;
  const codes = `${code ?? name}${step}${reply}`;
  const server = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  // Other refusals are not about this mail: of the user, or of every connection.
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // Another attempt could send the mail twice.
  const isPermanent = timeoutType === 'SOCKET_TIMEOUT' || (isOfMail && (responseCode ?? 0) >= 500);
  return new DeliveryError(
    `SMTP to ${server}: ${cause === undefined ? codes : `${cause} (${codes})`}`,
    isPermanent,
  );
}
