import { styleText } from 'node:util';
import { type Argument, type Command, Option } from 'commander';
import { EXIT_CODES, HELP, type HelpText } from './help-texts.ts';

/** Gives a command and its subcommands the layout of help, examples, exit codes and the address of a guide. */
export function addHelp(command: Command, guides: string, guideAbove = ''): void {
  command.configureHelp({
    optionDescription,
    argumentDescription: ({ description }: Argument) => description,
    subcommandDescription: summaryOf,
    styleTitle: (title) => styleText('bold', title, { validateStream: false }),
  });
  command.addHelpOption(new Option('-h, --help', 'print this help').helpGroup('Options:'));
  const { guide = guideAbove, ...text } = HELP[pathOf(command)] ?? {};
  command.addHelpText('after', helpText(text, `${guides}/${guide}.md`));
  for (const subcommand of command.commands) addHelp(subcommand, guides, guide);
}

/** The words that call a command, without the name of the program, such as `keys issue`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? '' : `${pathOf(parent)} ${command.name()}`.trim();
}

/** The first sentence of a command's description. */
export function summaryOf(command: Command): string {
  return command.description().replace(/(?<=\.) .*/s, '');
}

/** An option's description with its default and variable. The description lists the values, so they aren't added. */
export function optionDescription(option: Option): string {
  const { description, envVar } = option;
  const notes = [shownDefault(option), envVar === undefined ? [] : `env: ${envVar}`].flat();
  return notes.length === 0 ? description : `${description} (${notes.join(', ')})`;
}

/** The note on the default; none for an option without a value. */
function shownDefault(option: Option): string | readonly string[] {
  const { defaultValue, defaultValueDescription } = option;
  if (option.mandatory) return 'required';
  if (option.isBoolean() || (defaultValue === undefined && defaultValueDescription === undefined)) return [];
  const shown = defaultValueDescription ?? String(defaultValue);
  return shown.startsWith('required') ? shown : `default: ${shown}`;
}

function helpText({ examples = [], files = [], exitCodes = EXIT_CODES }: HelpText, guide: string): string {
  const sections = [
    ['Examples', examples.flatMap(([purpose, line]) => [`  ${purpose}:`, `    ${line}`])],
    ['Files', table(files)],
    ['Exit codes', table(exitCodes)],
    ['Guide', [`  ${guide}`]],
  ] as const;
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `\n${title}:\n${lines.join('\n')}\n`)
    .join('')
    .trimEnd();
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
}
