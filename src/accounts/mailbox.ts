import { isEmailAddress } from '../service/domain/texts.ts';
import { AccountError } from './account-rules.ts';

/** Local parts that universities use; whatever else an address may contain, mail servers read in different ways. */
const LOCAL_PART = /^[a-z0-9_'&-]+(?:\.[a-z0-9_'&-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

/**
 * The mailbox of an address that somebody typed: in lower case and without `+tag`, because a mailbox has one account,
 * whatever its tags. Throws `AccountError` for anything that could be read in two ways.
 */
export function mailboxOf(typed: string): string {
  const text = typed.trim();
  if (text === '') throw new AccountError('email', 'Enter your e-mail address.');
  if (!isEmailAddress(text)) {
    throw new AccountError('email', 'Enter one e-mail address, such as ada@example.edu.');
  }
  const [before = '', domain = ''] = text.split('@');
  const local = before.replace(/\+.*$/, '');
  if (!DOMAIN.test(domain)) {
    throw new AccountError('email', `“${domain}” is not a complete domain, such as example.edu.`);
  }
  if (!LOCAL_PART.test(local)) {
    throw new AccountError(
      'email',
      "Before the @, an address may have letters from a to z, digits and the characters . _ - ' & + only.",
    );
  }
  return `${local}@${domain}`.toLowerCase();
}
