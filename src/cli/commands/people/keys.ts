import type { Command } from 'commander';
import { printResult } from '../result.ts';
import { keyTable, usedKeyResults, withUse } from './key-result.ts';
import { expireCommand, quotaCommand, renameCommand, revokeCommand } from './keys-change.ts';
import { issueCommand } from './keys-issue.ts';
import { replaceCommand } from './keys-replace.ts';
import { commandGroup, storeCommand, withStore } from './store-command.ts';
import { zoneSentence } from './table.ts';

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
      const keys = await withUse(await context.store.listKeys(), context);
      const text = [zoneSentence(context.time), keyTable(keys, context, { owners: true })].join('\n');
      const result = { keys: usedKeyResults(keys, context) };
      printResult(json, result, keys.length === 0 ? 'No keys.' : text);
    }),
  );
}
