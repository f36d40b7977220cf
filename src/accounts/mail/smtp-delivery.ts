import { createTransport } from 'nodemailer';
import { ATTEMPT_MS, type Deliver, DeliveryError, MOST_ATTEMPTS } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';
import { smtpFailure } from './smtp-failure.ts';

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

/** A recipient that all mail servers and headers read in the same way. */
const RECIPIENT = /^[\w.'&+-]+@[a-z0-9.-]+$/i;

/**
 * Delivers mails over SMTP. Off this machine, TLS with a valid certificate is required; on it, TLS is used if the server
 * offers it, with any certificate.
 */
export function smtpDelivery(server: SmtpAddress, from: Sender): SmtpDelivery {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.auth === null ? {} : { auth: { ...server.auth } }),
    requireTLS: !server.local,
    tls: { rejectUnauthorized: !server.local, minVersion: 'TLSv1.2' },
    // The outbox makes further attempts.
    pool: true,
    maxConnections: MOST_ATTEMPTS,
    maxRequeues: 0,
    idleTimeout: 5000,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // After the connection is open, the outbox decides how long an attempt may take.
    socketTimeout: 2 * ATTEMPT_MS,
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
