import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Argument, Command, Option } from 'commander';
import { type Completion, complete } from './complete.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The folder of the scripts, one for each shell. */
const SCRIPTS = new URL('./completion/', import.meta.url);

/** `headcount completion`: prints a script that lets a shell complete `headcount`; `program` builds the program. */
export function completionCommand(program: () => Command): Command {
  return new Command('completion')
    .description('Print a script that lets a shell complete the commands, options and values of headcount.')
    .addArgument(new Argument('<shell>', 'the shell: bash, zsh or fish').choices(SHELLS))
    .addOption(
      new Option('--words', 'complete the words on standard input, for the scripts')
        .default(false)
        .hideHelp(),
    )
    .action(async (shell: Shell, { words }: { readonly words: boolean }) => {
      // The scripts call the program as it was typed. What was typed is data for it: none evaluates it.
      if (!words) console.log(readFileSync(new URL(`headcount.${shell}`, SCRIPTS), 'utf8').trimEnd());
      else {
        const typed = (await text(process.stdin)).replace(/\n$/, '').split('\n');
        for (const line of linesOf(complete(program(), typed))) console.log(line);
      }
    });
}

/** The lines that the scripts read: words with a tab before their description, or the kind of paths. */
function linesOf({ words, paths }: Completion): readonly string[] {
  const lines = words.map(([word, description]) => `${word}\t${description}`);
  return paths === 'none' ? lines : [...lines, `:${paths}`];
}
