import { Command, CommanderError } from 'commander';
import { exitCodeOf } from './commands/failure.ts';
import { conformanceCommand } from './commands/program.ts';
import type { SharedOptions } from './commands/run.ts';

const usageError = 2;

/**
 * Runs the gate with its arguments and returns the exit code; prints to stdout and stderr, never the key.
 * @param shared What several runs in this process share.
 */
export async function main(args: readonly string[], shared: SharedOptions = {}): Promise<number> {
  let exitCode = 0;
  const command = conformanceCommand((code) => {
    exitCode = code;
  }, shared);
  try {
    await new Command('headcount').addCommand(command).parseAsync(['conformance', ...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    return exitCodeOf(error);
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
