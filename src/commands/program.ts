import { Command } from 'commander';
import { demoCommand } from './demo.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { serveCommand } from './serve.ts';
import { simulateCommand } from './simulate.ts';

/** The `headcount` program: one subcommand for each thing an operator does. */
export function program(): Command {
  return new Command('headcount')
    .description('Runs a Queue Headcount Estimate API and looks after its data and keys.')
    .showHelpAfterError('(add --help for what is allowed)')
    .configureOutput({ outputError: (text, write) => write(text) })
    .exitOverride((error) => process.exit(error.exitCode === 1 ? 2 : error.exitCode))
    .addCommand(serveCommand())
    .addCommand(demoCommand())
    .addCommand(importCommand())
    .addCommand(keysCommand())
    .addCommand(simulateCommand());
}
