/** Parsers of the settings of the account page. Each throws `InvalidArgumentError`, whose message says what is allowed. */
import { InvalidArgumentError } from 'commander';
import { parseSmtpAddress, type SmtpAddress } from '../../accounts/mail/smtp-address.ts';
import { EMAIL_RULE, isEmailAddress } from '../../service/domain/texts.ts';

/** Parses the URL of a mail server, or `log`. */
export function parseMailServer(text: string): SmtpAddress | 'log' {
  if (text === 'log') return 'log';
  try {
    return parseSmtpAddress(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message} Or log, which sends no mail.`);
  }
}

/** Parses an address without a name. */
export function parseMailAddress(text: string): string {
  if (isEmailAddress(text) && !/[<>()[\]",;:\\]/.test(text)) return text;
  throw new InvalidArgumentError(`It must be ${EMAIL_RULE}, such as keys@queue.example.edu.`);
}
