import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { printable, TEXT_LIMITS } from '../../../service/domain/texts.ts';
import { STAFF_PATH } from '../../../service/http/app-options.ts';
import { addStaffLink, staffLinks } from '../../../staff/staff-links.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import { parseName } from '../../settings/parse-setting.ts';
import { addSettings, type Settings } from '../../settings/settings.ts';
import { printResult } from '../action.ts';
import { addVenue } from '../venue-option.ts';
import { reporterResult } from './reporters.ts';
import {
  type Context,
  commandGroup,
  parseId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, table, zoneSentence } from './table.ts';

interface AddSettings extends StoreSettings, Pick<Settings, 'publicUrl' | 'venueName'> {
  readonly sheet?: string;
}

const LOCAL = 'http://127.0.0.1:3000';

/** `headcount staff`: links with which the people behind the counter open their page. */
export function staffCommand(): Command {
  const add = storeCommand('add', 'Add a link, and print it with its QR code. It is shown only once.', [
    'venueName',
  ]);
  addSettings(add, ['publicUrl'], { publicUrl: { default: LOCAL, shown: LOCAL } })
    .argument('<name>', `name of the link, up to ${TEXT_LIMITS.venueName} characters`, parseName)
    .option('--sheet <file>', 'also write a sheet to print, as SVG')
    .action(withStore(addLink));
  const list = storeCommand('list', 'List all links, removed ones too.').action(withStore(listLinks));
  const remove = storeCommand('remove', 'Remove a link: it ends at once, on all phones.')
    .argument('<id>', 'ID of the link, as `staff list` shows it', parseId)
    .action(withStore(removeLink));
  const commands = [add, list, remove].map((command) => addVenue(command, 'required'));
  return commandGroup('staff', 'Add, list and remove links to the page for the staff.', commands);
}

async function addLink(context: Context, settings: AddSettings, name: string): Promise<void> {
  const { json, publicUrl, venueName, sheet } = settings;
  const { secret, ...link } = await addStaffLink(context.store, { name, now: context.now });
  const url = `${publicUrl}${STAFF_PATH}?link=${secret}`;
  if (sheet !== undefined) {
    const { posterSvg, SHEETS } = await import('../../poster/poster.ts');
    const texts = { title: ['For the', 'staff'], hint: `Scan to change the hours (${name}).` };
    const svg = posterSvg({ venueName, url, code: null, ...texts }, SHEETS.poster);
    await writeFile(sheet, svg, { mode: 0o600 });
  }
  if (!json) {
    const { renderUnicodeCompact } = await import('uqr');
    console.error(printable(`Staff link ${link.id}, ${name}. Who has it can change the hours:`));
    console.error(`\n${renderUnicodeCompact(url, { border: 2 })}\n`);
  }
  printResult(json, { ...reporterResult(link, context.time), link: url }, url);
}

async function listLinks({ store, time }: Context, { json }: StoreSettings): Promise<void> {
  const links = await staffLinks(store);
  const rows = links.map(({ id, createdAt, heardAt, removedAt, name }) => ({
    cells: [`${id}`, shortTime(createdAt, time), shortTime(heardAt, time), name],
    below: removedAt === null ? [] : [`removed at ${shortTime(removedAt, time)}`],
  }));
  const text = [zoneSentence(time), table(['ID', 'ADDED', 'LAST USED', 'NAME'], rows)].join('\n');
  const staff = links.map((link) => reporterResult(link, time));
  printResult(json, { staff }, links.length === 0 ? 'No links.' : text);
}

async function removeLink({ store, time, now }: Context, { json }: StoreSettings, id: number): Promise<void> {
  const link = (await staffLinks(store)).find((one) => one.id === id);
  if (link === undefined) {
    throw new OperatorError(`there is no staff link ${id}; \`headcount staff list\` lists all of them`);
  }
  const removed = { ...link, ...(await store.removeReporter(id, now)) };
  printResult(json, reporterResult(removed, time), `Staff link ${id}, ${link.name}, is removed.`);
}
