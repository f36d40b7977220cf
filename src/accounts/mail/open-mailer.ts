import type { Mailer } from '../mails.ts';
import { type MailLog, type MailObserver, Outbox } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';

/** A mailer that can be closed. */
export interface OpenMailer {
  readonly mailer: Mailer;
  /** How many mails are not sent yet. */
  readonly waiting: () => number;
  /** Sends what is waiting, for at most `ms`. */
  close(ms: number): Promise<void>;
}

/**
 * Opens a mailer that sends mails from an address over a server, or writes them to the log. If the server can't be used,
 * the log says so at once. `name`: of the sender.
 */
export async function openMailer(
  mail: { readonly server: 'log' } | { readonly server: SmtpAddress; readonly from: string },
  parts: { readonly name: string; readonly log: MailLog; readonly observer?: MailObserver | null },
): Promise<OpenMailer> {
  const { name, log, observer = null } = parts;
  if (mail.server === 'log') return { mailer: logMailer(log), waiting: () => 0, async close() {} };
  // nodemailer takes a while to load.
  const { smtpDelivery } = await import('./smtp-delivery.ts');
  const { deliver, verify, close } = smtpDelivery(mail.server, { name, address: mail.from });
  const outbox = new Outbox({ deliver, log, observer });
  verify().catch((error: Error) =>
    log.warn({ reason: error.message }, 'the mail server cannot be used, so nobody gets sign-in links'),
  );
  return {
    mailer: outbox,
    waiting: () => outbox.size,
    async close(ms) {
      await outbox.close(ms);
      close();
    },
  };
}

/** Writes mails to the log instead of sending them. For development: anyone who reads the log can sign in as anybody. */
export function logMailer(log: Pick<MailLog, 'info'>): Mailer {
  return {
    send({ to, subject, text }) {
      // In lines, so that a terminal sees where a link ends.
      log.info({ to, text: text.split('\n').filter((line) => line !== '') }, `mail: ${subject}`);
    },
  };
}
