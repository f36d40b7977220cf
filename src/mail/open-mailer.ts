import type { Mailer } from '../accounts/mailer.ts';
import { logMailer } from './log-mailer.ts';
import { type MailLog, type MailObserver, Outbox } from './outbox.ts';
import type { SmtpAddress } from './smtp-address.ts';
import type { Sender } from './smtp-delivery.ts';

/** A mailer that can be closed. */
export interface OpenMailer {
  readonly mailer: Mailer;
  /** Sends what is waiting, for at most `ms`. */
  close(ms: number): Promise<void>;
}

/** Opens the mailer of a setting: a server, or `log`. If the server can't be used, the log says so at once. */
export async function openMailer(
  smtp: SmtpAddress | 'log',
  parts: { readonly from: Sender; readonly log: MailLog; readonly observer?: MailObserver | null },
): Promise<OpenMailer> {
  const { from, log, observer = null } = parts;
  if (smtp === 'log') return { mailer: logMailer(log), async close() {} };
  // nodemailer takes a while to load.
  const { smtpDelivery } = await import('./smtp-delivery.ts');
  const { deliver, verify, close } = smtpDelivery(smtp, from);
  const outbox = new Outbox({ deliver, log, observer });
  verify().catch((error: Error) => log.warn({ reason: error.message }, 'the mail server cannot be used'));
  return {
    mailer: outbox,
    async close(ms) {
      await outbox.close(ms);
      close();
    },
  };
}
