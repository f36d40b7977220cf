/** The commands that change a key: `headcount keys rename`, `expire`, `quota` and `revoke`. */

import { Argument, type Command } from 'commander';
import { keyNameOf } from '../../../accounts/keys.ts';
import { counted } from '../../../service/domain/texts.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import { printResult } from '../action.ts';
import { BY_OPERATOR, found, keyOf, keyResult } from './found-keys.ts';
import {
  addKeyArgument,
  parseQuota,
  type StoreSettings,
  storeCommand,
  usage,
  withStore,
} from './store-command.ts';
import { shortTime } from './table.ts';
import { futureExpiry, parseExpiry, type When } from './when.ts';

export function renameCommand(): Command {
  return addKeyArgument(storeCommand('rename', 'Change the name of a key.'))
    .addArgument(new Argument('<name>', 'its new name').argParser(usage(keyNameOf)))
    .action(
      withStore<StoreSettings, [number, string]>(async (context, { json }, id, name) => {
        const { email } = await keyOf(context, id, 'revoked', 'expired');
        const key = await context.store.renameKey(id, name, context.now, BY_OPERATOR);
        if (key === 'name-taken') {
          throw new OperatorError(`${email} has another active key with this name; choose another name`);
        }
        printResult(json, keyResult(found(key, id), context), `Key ${id} of ${email} is named ${name}.`);
      }),
    );
}

export function expireCommand(): Command {
  return addKeyArgument(storeCommand('expire', 'Set when a key expires.'))
    .addArgument(
      new Argument('<when>', 'last date on which it works, days such as 90d, or never').argParser(
        usage(parseExpiry),
      ),
    )
    .action(
      withStore<StoreSettings, [number, When | null]>(async (context, { json }, id, when) => {
        const { store, time, now } = context;
        const expiresAt = futureExpiry(when, now, time);
        await keyOf(context, id, 'revoked');
        const key = found(await store.setExpiry(id, expiresAt, now, BY_OPERATOR), id);
        const until = expiresAt === null ? 'never expires' : `expires at ${shortTime(expiresAt, time)}`;
        printResult(json, keyResult(key, context), `Key ${id} of ${key.email} ${until}.`);
      }),
    );
}

export function quotaCommand(): Command {
  return addKeyArgument(storeCommand('quota', 'Set the daily quota of a key.'))
    .argument('<requests>', 'requests a day', parseQuota)
    .action(
      withStore<StoreSettings, [number, number]>(async (context, { json }, id, quota) => {
        await keyOf(context, id, 'revoked');
        const key = found(await context.store.setQuota(id, quota, context.now, BY_OPERATOR), id);
        const text = `Key ${id} of ${key.email} may make ${counted(key.quota, 'request')} a day.`;
        printResult(json, keyResult(key, context), text);
      }),
    );
}

export function revokeCommand(): Command {
  return addKeyArgument(storeCommand('revoke', 'Revoke a key. It stops working at once.')).action(
    withStore<StoreSettings, [number]>(async (context, { json }, id) => {
      const key = found(await context.store.revokeKey(id, context.now, BY_OPERATOR), id);
      const at = shortTime(key.revokedAt, context.time);
      printResult(json, keyResult(key, context), `Key ${id} of ${key.email} was revoked at ${at}.`);
    }),
  );
}
