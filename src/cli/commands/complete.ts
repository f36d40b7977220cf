import type { Argument, Command, Option } from 'commander';
import { summaryOf } from './help.ts';

/** Words or paths that can follow on a command line. */
export interface Completion {
  /** Words that begin with what has been typed, each with its description. */
  readonly words: readonly (readonly [word: string, description: string])[];
  /** Paths that can follow instead. */
  readonly paths: 'none' | 'files' | 'folders';
}

/** The paths that a value is, by its name in the usage. */
const PATHS: Readonly<Record<string, Completion['paths']>> = {
  file: 'files',
  har: 'files',
  before: 'files',
  after: 'files',
  folder: 'folders',
  dir: 'folders',
};

/** Values of options that are too many for their help. */
const VALUES: Readonly<Record<string, () => readonly string[]>> = {
  '--time-zone': () => Intl.supportedValuesOf('timeZone'),
};

/** Completes the last of the words that follow the program's name; reads no database, so it neither waits nor migrates one. */
export function complete(program: Command, typed: readonly string[]): Completion {
  const { words, isSplit } = rejoined(typed);
  const current = words.at(-1) ?? '';
  const { command, option, position } = follow(program, words.slice(0, -1));
  if (option !== undefined) return valuesOf(option, current);
  const [flag = '', value] = current.split(/=(.*)/s);
  const assigned = value === undefined ? undefined : findOption(command, flag);
  if (value !== undefined && assigned !== undefined) {
    const { words: values, paths } = valuesOf(assigned, value);
    return isSplit
      ? { words: values, paths }
      : { words: values.map(([word, about]) => [`${flag}=${word}`, about]), paths };
  }
  if (current.startsWith('-')) return { words: optionsOf(command, current), paths: 'none' };
  const argument = command.registeredArguments[position];
  const commands = position === 0 ? commandsOf(command, current) : [];
  if (argument === undefined) return { words: commands, paths: 'none' };
  const { words: values, paths } = valuesOf(argument, current);
  return { words: [...commands, ...values], paths };
}

/** Bash splits words at `=` and `:`. */
function rejoined(typed: readonly string[]): { words: readonly string[]; isSplit: boolean } {
  const words: string[] = [];
  let isOpen = false;
  for (const word of typed) {
    const isBreak = /^[=:]+$/.test(word);
    if (words.length > 0 && (isBreak || isOpen)) words.push(`${words.pop()}${word}`);
    else words.push(word);
    isOpen = isBreak;
  }
  return { words, isSplit: words.length < typed.length };
}

interface Cursor {
  readonly command: Command;
  /** The option that the next word is the value of. */
  readonly option?: Option;
  /** How many arguments the command already has. */
  readonly position: number;
}

function follow(program: Command, words: readonly string[]): Cursor {
  let cursor: Cursor = { command: program, position: 0 };
  for (const word of words) {
    const { command, option, position } = cursor;
    if (option !== undefined) cursor = { command, position };
    else if (word.startsWith('-')) {
      const found = findOption(command, word);
      cursor = found?.required === true ? { command, option: found, position } : { command, position };
    } else if (word !== 'help') {
      const subcommand = position === 0 ? command.commands.find((one) => one.name() === word) : undefined;
      cursor = { command: subcommand ?? command, position: subcommand === undefined ? position + 1 : 0 };
    }
  }
  return cursor;
}

/** The option of a command, or of those above it. */
function findOption(command: Command | null, flag: string): Option | undefined {
  if (command === null) return undefined;
  return command.options.find(({ long }) => long === flag) ?? findOption(command.parent, flag);
}

function optionsOf(command: Command, start: string): Completion['words'] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, description }) => [long ?? '', description] as const)
    .filter(([long]) => long.startsWith(start));
}

function commandsOf(command: Command, start: string): Completion['words'] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => [one.name(), summaryOf(one)] as const)
    .filter(([name]) => name.startsWith(start));
}

function valuesOf(wanted: Option | Argument, start: string): Completion {
  const isOption = 'long' in wanted;
  const name = isOption ? (/[<[](\w+)/.exec(wanted.flags)?.[1] ?? '') : wanted.name();
  const values = wanted.argChoices ?? (isOption ? VALUES[wanted.long ?? '']?.() : undefined) ?? [];
  return {
    words: values.filter((value) => value.startsWith(start)).map((value) => [value, '']),
    paths: PATHS[name] ?? 'none',
  };
}
