import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { pathOf } from './help.ts';
import { HELP } from './help-texts.ts';
import { program } from './program.ts';
import { programHere } from './program-here.fixture.ts';

const { run } = programHere();
const COMMANDS = [program()].flatMap(function all(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(all)];
});

/** The help of a command in a terminal of 80 columns. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => (text += part),
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
    it('has a sentence, and examples or subcommands', () => {
      expect(command.description()).toMatch(/^[A-Z].+\.$/);
      expect((HELP[path]?.examples ?? []).length + command.commands.length).toBeGreaterThan(0);
    });

    it('fits into 80 columns, and ends with exit codes and the guide', () => {
      const help = helpOf(command);
      // An address in two lines couldn't be opened.
      const long = help.split('\n').filter((line) => line.length > 80 && !/^ +https:\S+$/.test(line));
      expect(long).toEqual([]);
      expect(help).toMatch(/\nExit codes:\n {2}0 {2}\S/);
      expect(help).toMatch(/\nGuide:\n {2}https:\/\/\S+\/[a-z-]+\.md\n$/);
    });

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
      // What follows `--` is a command of the reader's.
      const after = words.includes('--') ? words.slice(words.indexOf('--') + 1) : [];
      expect([operands, unknown]).toEqual([after, []]);
    });
  },
);

it('every text of the help belongs to a command', () => {
  expect(COMMANDS.map(pathOf)).toEqual(expect.arrayContaining(Object.keys(HELP)));
});

describe('headcount', () => {
  it.each([
    [['serve', '--colour', 'red'], /unknown option '--colour'\n.*--help/],
    [['dance'], /unknown command 'dance'\n.*--help/],
    [['serv'], /unknown command 'serv'\n\(Did you mean serve\?\)/],
    [['keys', 'isue'], /unknown command 'isue'\n\(Did you mean issue\?\)/],
    [['conformance', '--ur', 'x'], /unknown option '--ur'\n\(Did you mean --url\?\)/],
    [['import'], /missing required argument 'file': the file, or - for standard input\n/],
    [['backup'], /required option '--to <path>' not specified: file to write, or a folder/],
    [['restore'], /required option '--from <file>' or '--all <folder>'/],
    [['restore', '--all', 'x', '--of', 'service'], /--all.* cannot be used with option '--of/],
    [['check', '--from', 'x', '--repair'], /--repair/],
    [['backup', '--to', 'x/', '--keep-days', '0'], /--keep-days.* from 1 to 3650/],
    [['keys', 'quota', '1'], /missing required argument 'requests': requests a day\n/],
    [['serve', '--time-zone'], /option '--time-zone <name>' argument missing: time zone of the venue/],
  ])('exits with code 2 for %j, and says what was meant or is missing', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  });

  it.each([
    ['simulate', '--weeks', '1', '--out', '/tmp'],
    ['simulate', '--weeks', '1', '--out', '/etc/passwd/x'],
    ['docs', '--out', '/etc/passwd/x'],
    ['demo', '--port', '0', '--database', 'sqlite:/etc/passwd/x.sqlite'],
    ['serve', '--port', '0', '--database', 'sqlite:/etc/passwd/folder/x.sqlite'],
    ['serve', '--port', '0', '--database', 'sqlite:/dev/null'],
  ])('explains in one line that a path cannot be used: %s %s %s %s %s', async (...args) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^headcount: .*(\/tmp|\/etc\/passwd|\/dev\/null).*\n$/),
    ]);
  });

  it('shows nothing of an argument that a terminal would interpret', async () => {
    for (const args of [['serve', '--port', '\u001b[2J'], ['\u009b2J'], ['import', '\u001b[2J']]) {
      const { stderr } = await run(args);
      expect(stderr).not.toMatch(/(?!\n)\p{C}/u);
      expect(stderr).toContain('2J');
    }
  });
});
