import type { Command } from 'commander';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../../service/keys/api-key.ts';
import { OperatorError } from '../failure.ts';
import { printResult } from '../result.ts';
import { activeKey, BY_OPERATOR } from './key-of.ts';
import { keyResult } from './key-result.ts';
import { addKeyArgument, type StoreSettings, storeCommand, withStore } from './store-command.ts';

/** `headcount keys replace`, which prints a secret. */
export function replaceCommand(): Command {
  const command = storeCommand(
    'replace',
    'Give a key a new secret, and print it. The old one stops working. ID, name, quota and count stay.',
  );
  return addKeyArgument(command).action(
    withStore<StoreSettings, [number]>(async (context, { json }, id) => {
      const { store, now } = context;
      const { prefix } = await activeKey(context, id);
      const secret = newApiKey();
      const next = { hash: hashApiKey(secret), prefix: apiKeyPrefix(secret), at: now };
      const key = await store.replaceSecret(id, next, { prefix }, BY_OPERATOR);
      if (key === null) throw new OperatorError(`key ${id} was changed at the same time; try again`);
      if (!json) console.error(`Key ${id} of ${key.email} has a new secret; the one before no longer works:`);
      printResult(json, { ...keyResult(key, context), key: secret }, secret);
    }),
  );
}
