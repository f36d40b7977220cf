import { CommanderError } from 'commander';
import { UsageError } from './commands/arguments.ts';
import { programWith } from './commands/program.ts';
import { createRedact } from './requests/credentials.ts';
import { printableLines } from './safety/printable.ts';

const usageError = 2;
const brokenGate = 4;

/** Runs the program with its arguments and returns the exit code; prints to stdout and stderr, never the key. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = programWith((code) => {
    exitCode = code;
  });
  if (args.length === 0) {
    program.outputHelp({ error: true });
    return usageError;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    if (error instanceof UsageError) {
      console.error(printableLines(error.message));
      return usageError;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const redacted = createRedact(process.env['HEADCOUNT_API_KEY'] ?? '')(text);
    console.error(`The gate itself failed.\n${printableLines(redacted)}`);
    return brokenGate;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
