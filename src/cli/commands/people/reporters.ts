import type { Command } from 'commander';
import { TEXT_LIMITS } from '../../../service/domain/texts.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../../service/keys/api-key.ts';
import type { Reporter } from '../../../service/store/live-report-store.ts';
import { OperatorError } from '../failure.ts';
import { parseName } from '../parse-setting.ts';
import { printResult } from '../result.ts';
import { addVenue } from '../venues/venue-option.ts';
import {
  type Context,
  commandGroup,
  parseId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, table, zoneSentence } from './table.ts';

/** `headcount reporters`: devices that may post reports, such as a counter at the door. */
export function reportersCommand(): Command {
  return commandGroup('reporters', 'Add, list and remove devices that may report the line.', [
    addCommand(),
    listCommand(),
    removeCommand(),
  ]);
}

function addCommand(): Command {
  return addVenue(
    storeCommand('add', 'Add a device and print its key. The key is shown only once.'),
    'required',
  )
    .argument('<name>', `name of the device, up to ${TEXT_LIMITS.venueName} characters`, parseName)
    .action(
      withStore<StoreSettings, [string]>(async (context, { json }, name) => {
        const key = newApiKey('hr');
        const secret = { hash: hashApiKey(key), prefix: apiKeyPrefix(key) };
        const reporter = await context.store.addReporter({ name, ...secret, createdAt: context.now });
        if (!json)
          console.error(`Reporter ${reporter.id}, ${reporter.name}. Its key can report and nothing else:`);
        printResult(json, { ...result(reporter, context), key }, key);
      }),
    );
}

function listCommand(): Command {
  return addVenue(storeCommand('list', 'List all devices, removed ones too.'), 'required').action(
    withStore(async (context, { json }) => {
      const reporters = await context.store.listReporters();
      const rows = reporters.map(({ id, prefix, createdAt, removedAt, name }) => ({
        cells: [
          `${id}`,
          `${prefix}…`,
          shortTime(createdAt, context.time),
          shortTime(removedAt, context.time),
          name,
        ],
      }));
      const text = [zoneSentence(context.time), table(['ID', 'KEY', 'ADDED', 'REMOVED', 'NAME'], rows)].join(
        '\n',
      );
      const results = { reporters: reporters.map((one) => result(one, context)) };
      printResult(json, results, reporters.length === 0 ? 'No reporters.' : text);
    }),
  );
}

function removeCommand(): Command {
  return addVenue(
    storeCommand('remove', 'Remove a device: its key ends at once. Its reports stay.'),
    'required',
  )
    .argument('<id>', 'ID of the device, as `reporters list` shows it', parseId)
    .action(
      withStore<StoreSettings, [number]>(async (context, { json }, id) => {
        const reporter = await context.store.removeReporter(id, context.now);
        if (reporter === null) {
          throw new OperatorError(
            `there is no reporter ${id}; \`headcount reporters list\` lists all of them`,
          );
        }
        const text = `Reporter ${id}, ${reporter.name}, is removed. To remove its reports, too: headcount reports remove --reporter ${id}`;
        printResult(json, result(reporter, context), text);
      }),
    );
}

function result({ id, name, prefix, createdAt, removedAt }: Reporter, { time }: Context): object {
  const timestamp = (at: number | null) => (at === null ? null : time.timestamp(at));
  return { id, name, prefix, created_at: timestamp(createdAt), removed_at: timestamp(removedAt) };
}
