import type { Command } from 'commander';
import type { Micros } from '../../domain/micros.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../keys/api-key.ts';
import { isReplaceable, type Key } from '../../store/account-store.ts';
import { OperatorError } from '../failure.ts';
import { printResult } from '../result.ts';
import { BY_OPERATOR, keyOf, requireActive } from './key-of.ts';
import { keyResult } from './key-result.ts';
import {
  addKeyArgument,
  type Context,
  option,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime } from './table.ts';
import { parseOverlap } from './when.ts';

/** `headcount keys replace`, which prints a secret. */
export function replaceCommand(): Command {
  const command = storeCommand(
    'replace',
    'Give a key a new secret, and print it. Its ID, name, quota and count stay.',
  );
  return addKeyArgument(command)
    .addOption(
      option(
        '--overlap <duration>',
        'how long the current secret keeps working: 0, 12h, 1d, up to 7d',
        parseOverlap,
        { value: parseOverlap('1d'), shown: '1d' },
      ),
    )
    .action(
      withStore<StoreSettings & { readonly overlap: Micros }, [number]>(
        async (context, { json, overlap }, id) => {
          const { time, now } = context;
          const secret = newApiKey();
          const key = await replaced(context, await keyOf(context, id), secret, overlap);
          const end = key.previousUntil ?? now;
          const present = end <= now ? 'no longer works' : `works until ${shortTime(end, time)}`;
          if (!json) console.error(`Key ${id} of ${key.email} has a new secret; the one before ${present}:`);
          printResult(json, { ...keyResult(key, context), key: secret }, secret);
        },
      ),
    );
}

/** An operator may give any account any number of keys. */
const NO_LIMIT = { most: Number.POSITIVE_INFINITY, since: 0 };

/** The key after it got a new secret. One that a finder revoked works again, without an overlap. */
async function replaced({ store, now }: Context, found: Key, secret: string, overlap: Micros): Promise<Key> {
  const { id, email } = found;
  const next = { hash: hashApiKey(secret), prefix: apiKeyPrefix(secret), at: now };
  const expected = { prefix: found.prefix };
  const leaked = isReplaceable(found, now);
  if (!leaked) requireActive(found, now);
  const key = leaked
    ? await store.replaceLeaked(id, next, expected, NO_LIMIT, BY_OPERATOR)
    : await store.replaceSecret(id, { ...next, previousUntil: now + overlap }, expected, BY_OPERATOR);
  if (key === 'name-taken')
    throw new OperatorError(`${email} has another active key with its name; rename that one`);
  if (key === null || key === 'too-many')
    throw new OperatorError(`key ${id} was changed at the same time; try again`);
  return key;
}
