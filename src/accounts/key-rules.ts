import { isWithin, TEXT_LIMITS } from '../service/domain/texts.ts';
import { AccountError } from './account-error.ts';

/** A name without spaces around it, and with single spaces inside. */
export function tidyName(typed: string): string {
  return typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The name of a key as it is stored. */
export function keyNameOf(typed: string): string {
  const name = tidyName(typed);
  if (name === '') throw new AccountError('name', 'Give the key a name, such as the program that uses it.');
  if (!isWithin(name, TEXT_LIMITS.keyName)) {
    throw new AccountError('name', `A name may have ${TEXT_LIMITS.keyName} characters at most.`);
  }
  if (/\p{C}/u.test(name)) throw new AccountError('name', 'A name may have visible characters only.');
  return name;
}
