import { Command, InvalidArgumentError, Option } from 'commander';
import { readContract } from '../stubs/contract-files.ts';
import { createStubs } from '../stubs/create-stubs.ts';
import { recordedForm } from '../stubs/record.ts';
import { type StubsUpdate, updateStubs } from '../stubs/update-stubs.ts';
import { action, OperatorError } from './failure.ts';
import { parseForm } from './parse-setting.ts';

interface StubsSettings {
  readonly form?: 1 | 2;
  readonly out: string;
  readonly name?: string;
  readonly update: boolean;
}

/** `headcount stubs`: a small project of its own that implements a form, each operation still to be written. */
export function stubsCommand(): Command {
  return new Command('stubs')
    .description(
      'Write a small TypeScript project that serves a form, with a handler to fill for each operation.',
    )
    .addOption(
      new Option('--form <number>', 'form of the interface, 1 or 2; with --update the present one').argParser(
        parseForm,
      ),
    )
    .requiredOption('--out <folder>', 'where it is written: a new or an empty folder', parseFolder)
    .option('--name <name>', "name of the project (default: the folder's)")
    .option(
      '--update',
      'write the generated files of such a project anew, and add handlers that are missing',
      false,
    )
    .action(action((settings: StubsSettings) => (settings.update ? update(settings) : create(settings))));
}

async function create({ form, out, name }: StubsSettings): Promise<void> {
  if (form === undefined) throw new OperatorError('--form: say which form to serve, 1 or 2');
  const files = await createStubs(await readContract(form), { out, name });
  console.log(`${files.length} files of a Form ${form} service are in ${out}. To see it run:

  cd ${out}
  npm ci
  API_KEYS=try-me npm start

README.md there tells the rest.`);
}

async function update({ form, out, name }: StubsSettings): Promise<void> {
  if (name !== undefined)
    throw new OperatorError('--name: with --update the name stays; change it in package.json');
  const before = await recordedForm(out);
  const contract = await readContract(form ?? before);
  const changes = await updateStubs(contract, out);
  if (contract.form !== before) console.log(`The project goes from Form ${before} to Form ${contract.form}.`);
  for (const line of told(changes)) console.log(line);
}

function told({ written, added, gone, unmarked }: StubsUpdate): readonly string[] {
  const lines = [
    ...written.map((path) => `written anew  ${path}`),
    ...added.map((path) => `added         ${path}  (answers 501)`),
    ...gone.map(
      (path) => `gone          ${path}  (its operation is not in the contract any more: delete it)`,
    ),
    ...unmarked.map(
      (path) => `left alone    ${path}  (it is not marked as generated: delete it and update again)`,
    ),
  ];
  if (lines.length === 0) return ['Everything generated is up to date.'];
  return [...lines, '`npx tsc` there names the handlers that no longer fit.'];
}

function parseFolder(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must name a folder.');
}
