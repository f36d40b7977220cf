/** Writes the help of every command into docs/commands, and the list of commands into docs/commands.md. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { program } from '../../src/cli/commands/program.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const LIST = 'commands.md';
const FOLDER = 'commands/';
const MARK = '<!-- Everything below is written by tools/docs/commands-page.ts. -->\n';

/** The pages with the current help: paths in docs, and their texts. */
export function commandPages(): ReadonlyMap<string, string> {
  const all = program();
  const { commands } = all;
  const [before = ''] = readFileSync(new URL(LIST, DOCS), 'utf8').split(MARK);
  const list = commands.map((one) => `- [${one.name()}](${FOLDER}${one.name()}.md): ${one.description()}\n`);
  const pages = commands.map(
    (one) =>
      [
        `${FOLDER}${one.name()}.md`,
        `# headcount ${one.name()}\n\n${MARK.replace('below', 'here')}${sectionsOf(one, 'headcount ')}`,
      ] as const,
  );
  return new Map([[LIST, `${before}${MARK}\n${list.join('')}`], ...pages]);
}

/** The pages as they are. */
export function writtenPages(): ReadonlyMap<string, string> {
  const names = [LIST, ...readdirSync(new URL(FOLDER, DOCS)).map((name) => `${FOLDER}${name}`)];
  return new Map(names.map((name) => [name, readFileSync(new URL(name, DOCS), 'utf8')]));
}

function sectionsOf(command: Command, parents: string, level = 1): string {
  const name = `${parents}${command.name()}`;
  const heading = level === 1 ? '' : `\n## ${name}\n`;
  const section = `${heading}\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\`\n`;
  return [section, ...command.commands.map((one) => sectionsOf(one, `${name} `, level + 1))].join('');
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

if (import.meta.main) {
  rmSync(new URL(FOLDER, DOCS), { recursive: true, force: true });
  mkdirSync(new URL(FOLDER, DOCS));
  for (const [name, text] of commandPages()) writeFileSync(new URL(name, DOCS), text);
}
