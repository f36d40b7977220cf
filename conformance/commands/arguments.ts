import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { withoutMark } from '../contract/json.ts';
import { fieldName, fieldValue, type Network, ownFields } from '../requests/send-request.ts';
import { makeFolder } from '../safety/make-folder.ts';

/** A mistake that the user has to correct; the program exits with 2. */
export class UsageError extends Error {}

/** Flags of every command that checks a run. */
export interface JudgingFlags {
  readonly out?: string;
  readonly complete?: boolean;
  readonly expectedFailures?: string;
  readonly writeExpected?: string;
  readonly ruleTimeout: number;
  /** The options that were given, to repeat a run with. */
  readonly given?: string;
  /** Prints the details, too. */
  readonly verbose?: boolean;
  /** Prints the result as one JSON object on stdout, and everything else on stderr. */
  readonly json?: boolean;
}

/**
 * Checks a base URL of a deployment. It is no parser of an option, whose message would repeat the argument: that may hold a key.
 * @param option What the message calls it.
 */
export function url(option: string, text: string): string {
  const parsed = URL.parse(text);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError(`${option} must be a full URL with http or https`);
  const others = [
    ...(parsed.username + parsed.password === '' ? [] : ['credentials']),
    ...(parsed.search === '' ? [] : ['a query']),
    ...(parsed.hash === '' ? [] : ['a fragment']),
  ];
  if (others.length > 0)
    throw new UsageError(
      `${option} must not contain ${others.join(' or ')}. Perhaps ${parsed.origin}${parsed.pathname.replace(/\/+$/, '')} is meant.`,
    );
  return text;
}

/** A text as a word of a shell, in quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Collects the values of an option that may be repeated. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/**
 * The fields of `--header`, by name in lower case, from texts such as `X-Access: $TOKEN`. `$NAME` and `${NAME}` stand for variables of
 * the environment.
 */
export function headersOf(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map(headerOf));
}

function headerOf(text: string): readonly [string, string] {
  const [, name = '', template = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (!fieldName.test(name)) throw new UsageError("--header must be a field, as in 'Name: $VARIABLE'");
  const field = name.toLowerCase();
  if (ownFields.test(field)) throw new UsageError(`--header ${name} cannot be set: the gate itself sends it`);
  const value = template.trim().replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced, plain) => {
    const variable = String(braced ?? plain);
    const found = process.env[variable];
    if (found === undefined || found === '')
      throw new UsageError(`--header ${name} needs the variable ${variable}, which is not set`);
    return found;
  });
  if (!fieldValue.test(value))
    throw new UsageError(`--header ${name} must have a value of printable ASCII characters`);
  return [field, value];
}

/** Parses an integer of 1 or more. */
export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be an integer of 1 or more.');
  return value;
}

/** Makes the folder of `--out`, so that no request is sent for reports that cannot be written. */
export function prepareOut({ out }: JudgingFlags): void {
  if (out === undefined) return;
  try {
    makeWritable(out);
  } catch (error) {
    throw new UsageError(`--out ${out} cannot be written: ${(error as Error).message}`);
  }
}

/** Makes a folder if there is none. Throws an error if nothing can be written into it. */
export function makeWritable(folder: string): void {
  makeFolder(folder);
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
  const bytes =
    file === undefined
      ? Buffer.from(process.env['HEADCOUNT_API_KEY'] ?? '')
      : readInput(file, `--key-file ${file}`);
  const isUtf16 = bytes.includes(0);
  const key = withoutMark(String(bytes)).trim();
  if (key === '') throw new UsageError('No key: set HEADCOUNT_API_KEY, or use --key-file');
  if (isUtf16)
    throw new UsageError(`--key-file ${file} is not in UTF-8; PowerShell writes it with -Encoding ascii`);
  if (/^(["'`]).*\1$/.test(key))
    throw new UsageError('The key has quotation marks around it; leave them out');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('The key contains a space or a character that is not allowed in a header');
  return key;
}

/** Flags about the connection to a deployment. */
export interface NetworkFlags {
  readonly ca?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly insecure?: boolean;
}

/** How the deployment is reached; reads the files of certificates. */
export function networkOf({ ca, clientCert, clientKey, insecure }: NetworkFlags): Network {
  if ((clientCert === undefined) !== (clientKey === undefined))
    throw new UsageError('--client-cert and --client-key need each other');
  const pem = (option: string, file: string) => {
    const text = String(readInput(file, `${option} ${file}`));
    if (!text.includes('-----BEGIN ')) throw new UsageError(`${option} ${file} is not a PEM file`);
    return text;
  };
  return {
    ...(ca === undefined ? {} : { ca: [pem('--ca', ca)] }),
    ...(clientCert === undefined || clientKey === undefined
      ? {}
      : { certificate: { cert: pem('--client-cert', clientCert), key: pem('--client-key', clientKey) } }),
    ...(insecure === true ? { insecure } : {}),
  };
}
