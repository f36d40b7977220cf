import { Command } from 'commander';
import { conformanceCommand } from '../../../conformance/commands/program.ts';
import { checkClientCommand } from '../../client-check/command.ts';
import { printable } from '../../service/domain/texts.ts';
import { manifest } from '../composition/about.ts';
import { readSecretFiles, SECRET_VARIABLES } from '../settings/secret-files.ts';
import { backupCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { completionCommand } from './completion.ts';
import { demoCommand } from './demo.ts';
import { docsCommand } from './docs.ts';
import { addHelp } from './help.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { migrateCommand } from './migrate.ts';
import { mockCommand } from './mock.ts';
import { accountsCommand } from './people/accounts.ts';
import { auditCommand } from './people/audit.ts';
import { hoursCommand } from './people/hours.ts';
import { keysCommand } from './people/keys.ts';
import { reportersCommand } from './people/reporters.ts';
import { reportsCommand } from './people/reports.ts';
import { staffCommand } from './people/staff.ts';
import { posterCommand } from './poster.ts';
import { restoreCommand } from './restore.ts';
import { serveCommand } from './serve.ts';
import { simulateCommand } from './simulate.ts';
import { stubsCommand } from './stubs.ts';
import { versionCommand } from './version.ts';

/**
 * The `headcount` program: one subcommand for each task of an operator. A command imports what takes long to load when it
 * runs, so that the others start without it.
 */
export function program(): Command {
  const { version, repository } = manifest();
  const headcount = new Command('headcount')
    .description('Run a Queue Headcount Estimate API, manage its data and keys, and test deployments.')
    .version(version, '--version', 'print the version; `headcount version` prints more');
  const exit = (code: number) => {
    process.exitCode = code;
  };
  const groups = [
    ['Run the service:', [serveCommand(), demoCommand(), initCommand()]],
    ['Manage keys:', [keysCommand(), accountsCommand(), auditCommand()]],
    ['Change the hours:', [staffCommand(), hoursCommand()]],
    ['Collect reports:', [posterCommand(), reportersCommand(), reportsCommand()]],
    [
      'Manage data:',
      [
        importCommand(),
        simulateCommand(),
        backupCommand(),
        restoreCommand(),
        checkCommand(),
        migrateCommand(),
      ],
    ],
    [
      'Develop and test:',
      [mockCommand(), conformanceCommand(exit), checkClientCommand(exit), stubsCommand()],
    ],
    ['About the program:', [docsCommand(), versionCommand(), completionCommand(program)]],
  ] as const;
  for (const [heading, commands] of groups) {
    headcount.commandsGroup(heading);
    for (const command of commands) headcount.addCommand(command);
  }
  headcount.helpCommand('help [command]', 'Print the help of a command.');
  explainUsage(headcount);
  addHelp(headcount, `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/docs`);
  return headcount.hook('preSubcommand', () => setSecrets(headcount));
}

/** Before a command reads its environment variables. */
function setSecrets(headcount: Command): void {
  try {
    readSecretFiles(process.env);
  } catch (error) {
    headcount.error(`error: ${(error as Error).message}`);
  }
}

/** Points to the help after a usage error, which exits with code 2; failures that come later exit with 1. */
function explainUsage(command: Command): void {
  command.showHelpAfterError('(use --help to list the options)');
  command.configureOutput({
    outputError: (text, write) =>
      write(printable(withoutPasswords(withoutFileContents(withMeaning(command, inOurWords(text)))))),
  });
  command.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  command.commands.forEach(explainUsage);
}

/** Names an argument as the help does. */
function inOurWords(text: string): string {
  return text.replace(
    /command-argument value ('.*') is invalid for argument '([^']+)'\./s,
    (_, value: string, name: string) => `<${name}> cannot be ${value}.`,
  );
}

/** Names the file instead of its content, which may be another secret if the wrong file is named. */
function withoutFileContents(text: string): string {
  const names = SECRET_VARIABLES.filter((name) => process.env[`${name}_FILE`] !== undefined).join('|');
  return names === ''
    ? text
    : text.replace(new RegExp(`value '.*' from env '(${names})'`, 's'), 'in $1_FILE');
}

/** Removes passwords from the database addresses that commander quotes in error messages, whatever they contain. */
function withoutPasswords(text: string): string {
  return text.replace(/(:\/\/[^:@]*):.*@(?=[^@]*' (is invalid|from env))/, '$1:…@');
}

/** Adds what a missing argument or option is to commander's message. */
function withMeaning({ registeredArguments, options }: Command, text: string): string {
  const missing = [
    ...registeredArguments.map((one) => [`missing required argument '${one.name()}'`, one.description]),
    ...options.map((one) => [`required option '${one.flags}' not specified`, one.description]),
    ...options.map((one) => [`option '${one.flags}' argument missing`, one.description]),
  ];
  const meaning = missing.find(([message = '']) => text.includes(message))?.[1];
  return meaning === undefined ? text : text.replace('\n', `: ${meaning}\n`);
}
