import { Command } from 'commander';
import { conformanceCommand } from './conformance.ts';
import { demoCommand } from './demo.ts';
import { docsCommand } from './docs.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { mockCommand } from './mock.ts';
import { serveCommand } from './serve.ts';
import { simulateCommand } from './simulate.ts';
import { stubsCommand } from './stubs.ts';

/** The `headcount` program: one subcommand for each thing an operator does. */
export function program(): Command {
  const headcount = new Command('headcount').description(
    'Runs a Queue Headcount Estimate API and looks after its data and keys.',
  );
  for (const command of [
    serveCommand(),
    demoCommand(),
    importCommand(),
    keysCommand(),
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

/** Points to the help after a wrong call, which ends with exit code 2; 1 is for what fails later. */
function explainUsage(command: Command): void {
  command.showHelpAfterError('(add --help for what is allowed)');
  command.configureOutput({ outputError: (text, write) => write(withoutPasswords(text)) });
  command.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  command.commands.forEach(explainUsage);
}

/** A wrong address is repeated in the error message; the password in it is not, whatever it is made of. */
function withoutPasswords(text: string): string {
  return text.replace(/(:\/\/[^:@]*):.*@(?=[^@]*' (is invalid|from env))/, '$1:…@');
}
