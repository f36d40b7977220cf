import { Command, InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../settings/operator-error.ts';
import { parseForm } from '../settings/parse-setting.ts';
import { recordedForm } from '../stubs/kit.ts';
import type { StubsUpdate } from '../stubs/update-stubs.ts';
import { action, printResult } from './action.ts';

interface StubsSettings {
  readonly form?: 1 | 2;
  readonly out: string;
  readonly update: boolean;
  readonly json: boolean;
}

/** `headcount stubs`: generates a small project that implements a form, with a stub for each operation. */
export function stubsCommand(): Command {
  return new Command('stubs')
    .description(
      'Generate a small TypeScript project that serves a form, with a handler to implement for each operation.',
    )
    .addOption(
      new Option('--form <number>', 'form of the API, 1 or 2')
        .choices(['1', '2'])
        .default(undefined, 'required; with --update, the current form')
        .argParser(parseForm),
    )
    .requiredOption('--out <folder>', 'folder of the project, which must be new or empty', parseFolder)
    .option('--update', 'update the generated files of an existing project, and add missing handlers', false)
    .option('--json', 'print the result as JSON', false)
    .action(action((settings: StubsSettings) => (settings.update ? update(settings) : create(settings))));
}

async function create({ form, out, json }: StubsSettings): Promise<void> {
  if (form === undefined) throw new OperatorError('--form: choose the form to serve, 1 or 2');
  const { readContract } = await import('../stubs/generated-files.ts');
  const { createStubs } = await import('../stubs/create-stubs.ts');
  const files = await createStubs(await readContract(form), out);
  const text = `Created ${files.length} files of a Form ${form} service in ${out}. To run it:

  cd ${out}
  npm ci
  API_KEYS=try-me npm start

See README.md there for the next steps.`;
  printResult(json, { folder: out, form, created: files }, text);
}

async function update({ form, out, json }: StubsSettings): Promise<void> {
  const before = await recordedForm(out);
  const { readContract } = await import('../stubs/generated-files.ts');
  const { updateStubs } = await import('../stubs/update-stubs.ts');
  const contract = await readContract(form ?? before);
  const changes = await updateStubs(contract, out);
  const change =
    contract.form === before ? [] : [`The project changes from Form ${before} to Form ${contract.form}.`];
  printResult(
    json,
    { folder: out, form: contract.form, formBefore: before, ...changes },
    [...change, ...linesOf(changes)].join('\n'),
  );
}

function linesOf({ written, added, obsolete, unmarked }: StubsUpdate): readonly string[] {
  const lines = [
    ...written.map((path) => `updated    ${path}`),
    ...added.map((path) => `added      ${path}  (responds with 501)`),
    ...obsolete.map((path) => `obsolete   ${path}  (the contract has no such operation anymore; delete it)`),
    ...unmarked.map((path) => `unchanged  ${path}  (not marked as generated; delete it and update again)`),
  ];
  if (lines.length === 0) return ['All generated files are up to date.'];
  return [...lines, "Run `npx tsc` there to find handlers that don't match the new contract."];
}

function parseFolder(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must be the path of a folder.');
}
