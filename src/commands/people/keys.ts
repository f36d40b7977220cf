import type { Command } from 'commander';
import { printResult } from '../result.ts';
import { usedKeys } from './key-result.ts';
import { expireCommand, quotaCommand, renameCommand, revokeCommand } from './keys-change.ts';
import { issueCommand, replaceCommand } from './keys-secret.ts';
import { commandGroup, storeCommand, withStore } from './store-command.ts';

/** `headcount keys`: issues, lists, changes and revokes API keys. */
export function keysCommand(): Command {
  return commandGroup('keys', 'Issue, list, replace and revoke API keys, and set their quotas.', [
    issueCommand(),
    listCommand(),
    replaceCommand(),
    renameCommand(),
    expireCommand(),
    quotaCommand(),
    revokeCommand(),
  ]);
}

function listCommand(): Command {
  return storeCommand('list', 'List all keys, with their requests today.').action(
    withStore(async (context, { json }) => {
      const { results, text } = await usedKeys(await context.store.listKeys(), context);
      printResult(json, { keys: results }, text);
    }),
  );
}
