import type { Argument, Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { optionDescription, pathOf } from './help.ts';
import { HELP } from './help-texts.ts';
import { program } from './program.ts';

const COMMANDS = [program()].flatMap(function all(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(all)];
});
/** What a value can be, by its name in the usage. Each says its unit or form. */
const VALUES =
  /[<[](account|address|addresses|boolean|duration|email|dir|domains|file|folder|form|id|level|milliseconds|n|name|number|revision|seconds|text|time|url|when)[>\]]$/;
/** Options whose number has no unit of its own name, with the word in the description that has it. */
const UNITS: Readonly<Record<string, RegExp>> = {
  '--form': /1 or 2|1, 2 or auto/,
  '--port': /port/,
  '--metrics-port': /port/,
  '--drain-seconds': /seconds/,
  '--quota': /requests a day/,
  '--keys-per-account': /keys/,
  '--limit': /events/,
  '--weeks': /weeks/,
  '--repeat': /runs/,
  '--max-requests': /requests/,
};

/** The help of a command in a terminal of 80 columns. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut(part) {
      text += part;
    },
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text;
}

function wordsOf(line: string): readonly string[] {
  const words = line.replace(/ [<>|] .*/, '').match(/"[^"]*"|\S+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll('"', ''));
}

it('prints its version', () => {
  expect(program().version()).toMatch(/^\d+\.\d+\.\d+/);
});

describe.each(COMMANDS.map((command) => [pathOf(command), command] as const))(
  'headcount %s',
  (path, command) => {
    const options = command.options.filter(({ hidden }) => !hidden);

    it('has a sentence, examples or subcommands, and a guide', () => {
      expect(command.description()).toMatch(/^[A-Z].+\.$/);
      const text = HELP[path];
      expect(text?.guide).toMatch(/^[a-z-]+$/);
      expect((text?.examples ?? []).length + command.commands.length).toBeGreaterThan(0);
    });

    it('fits into 80 columns, and ends with exit codes and the guide', () => {
      const help = helpOf(command);
      // An address in two lines couldn't be opened.
      const long = help.split('\n').filter((line) => line.length > 80 && !/^ +https:\S+$/.test(line));
      expect(long).toEqual([]);
      expect(help).toMatch(/\nExit codes:\n {2}0 {2}\S/);
      expect(help).toMatch(/\nGuide:\n {2}https:\/\/\S+\.md\n$/);
    });

    it('describes every argument', () => {
      const described = command.registeredArguments.filter(({ description }: Argument) => description !== '');
      expect(described).toEqual(command.registeredArguments);
    });

    it.each(options.map((option) => [option.flags, option] as const))(
      'describes %s: what it is, its values or unit, and what applies without it',
      (flags, option: Option) => {
        const { description, argChoices, long } = option;
        expect(description).toMatch(/^([a-z]|[A-Z]{3,4} ).*[^.]$/);
        if (option.isBoolean()) return;
        expect(flags).toMatch(VALUES);
        for (const choice of argChoices ?? []) expect(description).toContain(choice);
        if (/<(n|number|form)>/.test(flags)) expect(description).toMatch(UNITS[long ?? ''] ?? /^$/);
        expect(optionDescription(option)).toMatch(/\((required|.*default: ).*\)$/);
      },
    );

    it.each(HELP[path]?.examples ?? [])('has an example that it accepts: %s', (_, line) => {
      const words = wordsOf(line);
      const found = words.reduce(
        (at, word) => at.commands.find((one) => one.name() === word) ?? at,
        program(),
      );
      const own = words.slice(words.findIndex((word) => word.startsWith('--')));
      const { operands, unknown } = found.parseOptions(
        words.some((word) => word.startsWith('--')) ? own : [],
      );
      expect([operands, unknown]).toEqual([[], []]);
    });
  },
);

it('every text of the help belongs to a command', () => {
  expect(Object.keys(HELP).toSorted()).toEqual(COMMANDS.map(pathOf).toSorted());
});
