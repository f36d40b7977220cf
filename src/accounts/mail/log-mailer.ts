import type { Mailer } from '../mailer.ts';
import type { MailLog } from './outbox.ts';

/** Writes mails to the log instead of sending them. For development: anyone who reads the log can sign in as anybody. */
export function logMailer(log: Pick<MailLog, 'info'>): Mailer {
  return {
    send({ to, subject, text }) {
      // In lines, so that a terminal sees where a link ends.
      log.info({ to, text: text.split('\n').filter((line) => line !== '') }, `mail: ${subject}`);
    },
  };
}
