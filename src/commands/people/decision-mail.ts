import { decisionMail } from '../../accounts/mails.ts';
import type { QuotaRequestRecord } from '../../store/account-store.ts';
import { mailOf, serviceNameOf } from '../account-settings.ts';
import type { SettingName, Settings } from '../settings.ts';

/** The settings for mail about a decision; they are the same as the service's. */
export type MailSettings = Pick<Settings, 'smtp' | 'mailFrom' | 'publicUrl' | 'venueName' | 'contact'>;
export const MAIL_SETTINGS: readonly SettingName[] = [
  ...(['smtp', 'mailFrom', 'publicUrl', 'venueName', 'contact'] as const),
];

/** The longest wait for the mail server, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Returns a function that mails a decision to the owner of the request; it rejects with `DeliveryError`. Null without a mail server.
 * Throws `OperatorError` if a setting of the mail is missing.
 */
export function decisionMailer(
  settings: MailSettings,
): ((request: QuotaRequestRecord) => Promise<void>) | null {
  if (settings.smtp === 'log') return null;
  const mail = mailOf({ ...settings, host: '' });
  if (mail === null || mail.server === 'log') return null;
  const { server, from: address } = mail;
  const serviceName = serviceNameOf(settings);
  const sender = { serviceName, contact: settings.contact, publicUrl: () => settings.publicUrl as string };
  return async (request) => {
    // nodemailer takes a while to load.
    const { smtpDelivery } = await import('../../mail/smtp-delivery.ts');
    const { deliver, close } = smtpDelivery(server, { name: serviceName, address });
    try {
      await deliver(decisionMail(request, sender), AbortSignal.timeout(PATIENCE_MS));
    } finally {
      close();
    }
  };
}
