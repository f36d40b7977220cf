import { limits } from './limits.ts';

/** The bodies of one run. What is beyond a limit is not kept, so that no deployment can exhaust the gate's memory. */
export interface Intake {
  /** Why a body with so many bytes is too large, if it is. */
  readonly excessOf: (bytes: number) => string | undefined;
  /** Takes in a whole body, or returns why it is too large. */
  readonly take: (text: string, bytes: number) => string | undefined;
}

const bodyTooLarge = `the body is larger than ${megabytes(limits.bodyBytes)}`;
const runTooLarge = `the bodies of the run are larger than ${megabytes(limits.runBytes)}`;
const bodyOfTooMany = `the body has more than ${grouped(limits.bodyValues)} values`;
const runOfTooMany = `the bodies of the run have more than ${grouped(limits.runValues)} values`;

const excesses: readonly string[] = [bodyTooLarge, runTooLarge, bodyOfTooMany, runOfTooMany];

/** Checks whether a response was not read because of its size, which says nothing against the deployment. */
export function isTooLarge(reason: string | undefined): boolean {
  return reason !== undefined && excesses.includes(reason);
}

/** Starts to take in the bodies of a run. */
export function createIntake(): Intake {
  let bytesLeft: number = limits.runBytes;
  let valuesLeft: number = limits.runValues;
  const excessOf = (bytes: number) => {
    if (bytes > limits.bodyBytes) return bodyTooLarge;
    return bytes > bytesLeft ? runTooLarge : undefined;
  };
  const take = (text: string, bytes: number) => {
    const held = Math.max(bytes, isWide.test(text) ? 2 * text.length : 0);
    const excess = excessOf(held);
    if (excess !== undefined) return excess;
    const { values } = sizeOf(text);
    if (values > limits.bodyValues) return bodyOfTooMany;
    if (values > valuesLeft) return runOfTooMany;
    bytesLeft -= held;
    valuesLeft -= values;
    return undefined;
  };
  return { excessOf, take };
}

/** A character that makes a text take two bytes for each of its characters. */
const isWide = /[^\0-\xff]/;

/** How deep arrays and objects are nested in a text, and how many values it has as JSON, or cells as CSV. */
export function sizeOf(text: string): { readonly depth: number; readonly values: number } {
  let [level, depth, values] = [0, 0, 1];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) isQuoted = !isQuoted;
    else if (isQuoted) at += unit === backslash ? 1 : 0;
    else if (unit === comma || (unit === newline && level === 0)) values += 1;
    else if (unit === bracket || unit === brace) {
      level += 1;
      // A body that is nested deeper is not parsed
      if (level <= limits.jsonDepth) values += 1;
      if (level > depth) depth = level;
    } else if (unit === closingBracket || unit === closingBrace) level -= 1;
  }
  return { depth, values };
}

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
