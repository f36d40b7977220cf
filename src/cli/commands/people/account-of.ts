import { printable } from '../../../service/domain/texts.ts';
import type { Account } from '../../../service/store/account-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { OperatorError } from '../failure.ts';

/** What names an account on the command line, for the help. */
export const ACCOUNT = 'ID of the account, as `accounts list` shows it, or its e-mail address';

/** The account with an id or an address. Throws `OperatorError` if there is none. */
export async function accountOf(store: Store, text: string): Promise<Account> {
  const account = isId(text) ? await store.account(Number(text)) : await store.findAccount(text);
  if (account !== null) return account;
  const shown = printable(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  throw new OperatorError(`there is no account ${shown}; \`headcount accounts list\` lists all accounts`);
}

/** Whether a text is an id, and not an address. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}
