import type { Command } from 'commander';
import type { LocalTime } from '../../../service/domain/local-time.ts';
import { type Micros, SECOND } from '../../../service/domain/micros.ts';
import { printable, TEXT_LIMITS } from '../../../service/domain/texts.ts';
import { newSecret } from '../../../service/keys/api-key.ts';
import type { Reporter } from '../../../service/store/live-report-store.ts';
import { isStaffLink } from '../../../staff/staff-links.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import { parseName } from '../../settings/parse-setting.ts';
import { printResult } from '../action.ts';
import { addVenue } from '../venue-option.ts';
import {
  commandGroup,
  option,
  parseId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, table, zoneSentence } from './table.ts';
import { durationText, parseDuration } from './when.ts';

interface AddSettings extends StoreSettings {
  readonly every: Micros | null;
}

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
    .addOption(
      option(
        '--every <duration>',
        'how often it reports while the venue is open, such as 5m, so that an alert can fire when it does not',
        parseDuration,
        { value: null, shown: 'not expected' },
      ),
    )
    .action(
      withStore<AddSettings, [string]>(async (context, { json, every }, name) => {
        const { secret: key, stored } = newSecret('hr');
        const reporter = await context.store.addReporter({ name, ...stored, createdAt: context.now, every });
        if (!json)
          console.error(
            printable(`Reporter ${reporter.id}, ${reporter.name}. Its key can report and nothing else:`),
          );
        printResult(json, { ...reporterResult(reporter, context.time), key }, key);
      }),
    );
}

function listCommand(): Command {
  return addVenue(storeCommand('list', 'List all devices, removed ones too.'), 'required').action(
    withStore(async (context, { json }) => {
      const reporters = (await context.store.listReporters()).filter((one) => !isStaffLink(one));
      const rows = reporters.map(({ id, prefix, createdAt, heardAt, every, removedAt, name }) => ({
        cells: [
          `${id}`,
          `${prefix}…`,
          shortTime(createdAt, context.time),
          shortTime(heardAt, context.time),
          every === null ? '' : durationText(every),
          name,
        ],
        below: removedAt === null ? [] : [`removed at ${shortTime(removedAt, context.time)}`],
      }));
      const heads = ['ID', 'KEY', 'ADDED', 'LAST HEARD', 'EVERY', 'NAME'];
      const text = [zoneSentence(context.time), table(heads, rows)].join('\n');
      const results = { reporters: reporters.map((one) => reporterResult(one, context.time)) };
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
        printResult(json, reporterResult(reporter, context.time), text);
      }),
    );
}

/** A device, or a link of the staff, as `--json`. */
export function reporterResult(
  { id, name, prefix, createdAt, heardAt, every, removedAt }: Reporter,
  time: LocalTime,
): object {
  const timestamp = (at: number | null) => (at === null ? null : time.timestamp(at));
  return {
    id,
    name,
    prefix,
    created_at: timestamp(createdAt),
    last_heard_at: timestamp(heardAt),
    every_seconds: every === null ? null : every / SECOND,
    removed_at: timestamp(removedAt),
  };
}
