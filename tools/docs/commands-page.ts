/** Writes the help of every command into docs/commands.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { program } from '../../src/cli/commands/program.ts';

const PAGE = new URL('../../docs/commands.md', import.meta.url);
const MARK = '<!-- Everything below is written by tools/docs/commands-page.ts. -->\n';

/** The page with the current help of every command. */
export function commandsPage(): string {
  const [before = ''] = currentPage().split(MARK);
  return `${before}${MARK}${sectionsOf(program())}`;
}

/** The page as it is. */
export function currentPage(): string {
  return readFileSync(PAGE, 'utf8');
}

function sectionsOf(command: Command, parents = ''): string {
  const name = `${parents}${command.name()}`;
  const help = helpOf(command).trimEnd();
  const section = `\n### ${name}\n\n\`\`\`text\n${help}\n\`\`\`\n`;
  return [section, ...command.commands.map((one) => sectionsOf(one, `${name} `))].join('');
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
    writeOut(part) {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

if (import.meta.main) writeFileSync(PAGE, commandsPage());
