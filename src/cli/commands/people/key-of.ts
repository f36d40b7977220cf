import { type KeyState, keyState } from '../../../accounts/key-rules.ts';
import type { ChangedBy, Key } from '../../../service/store/account-store.ts';
import { OperatorError } from '../failure.ts';
import type { Context } from './store-command.ts';

/** Who changes keys on the command line: an operator, of any account. */
export const BY_OPERATOR: ChangedBy = { actor: 'operator', account: null };

/** The active key with an id. Throws `OperatorError` if there is none. */
export async function activeKey(context: Context, id: number): Promise<Key> {
  const key = await keyOf(context, id);
  const state = keyState(key, context.now);
  if (state !== 'active') throw new OperatorError(ended(id, state));
  return key;
}

/** The key with an id, if it was not revoked: an expired one can work again. Throws `OperatorError` if there is none. */
export async function unrevokedKey(context: Context, id: number): Promise<Key> {
  const key = await keyOf(context, id);
  if (key.revokedAt === null) return key;
  throw new OperatorError(ended(id, 'revoked'));
}

/** The key with an id. Throws `OperatorError` if there is none. */
export async function keyOf({ store }: Pick<Context, 'store'>, id: number): Promise<Key> {
  return found((await store.listKeys()).find((one) => one.id === id) ?? null, id);
}

function ended(id: number, state: KeyState): string {
  return `key ${id} is ${state}; issue another one with \`headcount keys issue\``;
}

/** What the store returned for an id. Throws `OperatorError` if there was nothing. */
export function found(key: Key | null, id: number): Key {
  if (key === null) throw new OperatorError(`there is no key ${id}; \`headcount keys list\` lists all keys`);
  return key;
}
