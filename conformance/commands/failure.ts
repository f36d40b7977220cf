import { createRedact } from '../requests/credentials.ts';
import { printableLines } from '../safety/printable.ts';
import { UsageError } from './arguments.ts';

/** Prints why a command failed, never the key, and returns the exit code: 2 for wrong arguments, 4 for a broken gate. */
export function exitCodeOf(error: unknown): 2 | 4 {
  if (error instanceof UsageError) {
    console.error(printableLines(error.message));
    return 2;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const redacted = createRedact(process.env['HEADCOUNT_API_KEY'] ?? '')(text);
  console.error(`The gate itself failed.\n${printableLines(redacted)}`);
  return 4;
}
