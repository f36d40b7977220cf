import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/** What the user has to change; the program exits with 2. */
export class UsageError extends Error {}

/** Flags of every command that judges. */
export interface JudgingFlags {
  readonly out?: string;
  readonly complete?: boolean;
  readonly expectedFailures?: string;
  readonly writeExpected?: string;
  readonly ruleTimeout: number;
  /** Prints the result as one JSON object on stdout, and everything else on stderr. */
  readonly json?: boolean;
}

/** How readers start the gate: in a checkout, or from the built package. */
export const program = import.meta.url.endsWith('.ts')
  ? 'npm run conformance --'
  : 'npx queue-headcount conformance';

/** Parses the base URL of a deployment. */
export function url(text: string): string {
  const parsed = URL.parse(text);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new InvalidArgumentError('It must be a full URL with http or https.');
  if (parsed.username !== '' || parsed.password !== '')
    throw new InvalidArgumentError('It must not contain credentials.');
  return text;
}

/** Parses an integer of 1 or more. */
export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be an integer of 1 or more.');
  return value;
}

/** Makes the folder of `--out`, so that no request is sent for reports that cannot be written. */
export function makeFolder({ out }: JudgingFlags): void {
  if (out === undefined) return;
  try {
    makeWritable(out);
  } catch (error) {
    throw new UsageError(`--out ${out} cannot be written: ${(error as Error).message}`);
  }
}

/** Makes a folder if there is none. Throws an error if nothing can be written into it. */
export function makeWritable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
}

/** Reads a file. `name` is what the message calls it, such as the option with its value. */
export function readInput(file: string, name = file): Buffer {
  if (!existsSync(file)) throw new UsageError(`${name} does not exist`);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

/** The key, from a file or from HEADCOUNT_API_KEY. */
export function readKey(file: string | undefined): string {
  const text =
    file === undefined ? process.env['HEADCOUNT_API_KEY'] : String(readInput(file, `--key-file ${file}`));
  const key = text?.trim() ?? '';
  if (key === '') throw new UsageError('No key: set HEADCOUNT_API_KEY, or use --key-file');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('The key contains a space or a character that is not allowed in a header');
  return key;
}
