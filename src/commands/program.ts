import { Command } from 'commander';
import { printable } from '../domain/printable.ts';
import { backupCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { demoCommand } from './demo.ts';
import { conformanceCommand, docsCommand } from './forwarded.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { mockCommand } from './mock.ts';
import { restoreCommand } from './restore.ts';
import { serveCommand } from './serve.ts';
import { simulateCommand } from './simulate.ts';
import { stubsCommand } from './stubs.ts';

/**
 * The `headcount` program: one subcommand for each task of an operator. A command imports what takes long to load when it
 * runs, so that the others start without it.
 */
export function program(): Command {
  const headcount = new Command('headcount').description(
    'Run a Queue Headcount Estimate API and manage its data and keys.',
  );
  for (const command of [
    serveCommand(),
    demoCommand(),
    importCommand(),
    keysCommand(),
    backupCommand(),
    restoreCommand(),
    checkCommand(),
    simulateCommand(),
    stubsCommand(),
    conformanceCommand(),
    docsCommand(),
    mockCommand(),
  ]) {
    headcount.addCommand(command);
  }
  explainUsage(headcount);
  return headcount;
}

/** Points to the help after a usage error, which exits with code 2; failures that come later exit with 1. */
function explainUsage(command: Command): void {
  command.showHelpAfterError('(use --help to list the options)');
  command.configureOutput({ outputError: (text, write) => write(printable(withoutPasswords(text))) });
  command.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  command.commands.forEach(explainUsage);
}

/** Removes passwords from the database addresses that commander quotes in error messages, whatever they contain. */
function withoutPasswords(text: string): string {
  return text.replace(/(:\/\/[^:@]*):.*@(?=[^@]*' (is invalid|from env))/, '$1:…@');
}
