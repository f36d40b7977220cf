/** What all CSV files have: a separator, which the header shows, and records of one line each. */
import { parse } from 'csv-parse/sync';
import { FieldError } from './fields.ts';
import type { Line } from './lines.ts';

/** The separators that programs write, each with its name. Spreadsheets write semicolons where the comma is the decimal point. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
]);

/** The columns that a header names, and what separates them. */
export interface Header {
  readonly names: readonly string[];
  readonly separator: string;
}

/** The header as the separator splits it that gives the columns which `fits` looks for; otherwise as the one that gives most columns. */
export function readHeader(line: Line, fits: (names: readonly string[]) => boolean): Header {
  const headers = [...SEPARATORS.keys()].map((separator) => ({ names: namesIn(line, separator), separator }));
  const [largest = { names: [], separator: ',' }] = headers.toSorted(
    (a, b) => b.names.length - a.names.length,
  );
  return headers.find(({ names }) => fits(names)) ?? largest;
}

/** What separates the columns, in words. */
export function separatorText({ names, separator }: Header): string {
  if (names.length < 2) return 'no commas, semicolons or tabs were found in it';
  return `${names.length} columns separated by ${SEPARATORS.get(separator)} were found`;
}

function namesIn(line: Line, separator: string): readonly string[] {
  try {
    return oneRecord(line, separator);
  } catch {
    return [];
  }
}

/**
 * Parses all lines at once. Splitting at separators is faster and enough without quotation marks, which exports never
 * have. Empty when a quoted field makes the records differ from the lines.
 */
export function recordsOf(lines: readonly Line[], separator: string): readonly (readonly string[])[] {
  if (!lines.some(({ text }) => text.includes('"'))) return lines.map(({ text }) => text.split(separator));
  try {
    const records = parseText(lines.map((line) => line.text).join('\n'), separator);
    return records.length === lines.length ? records : [];
  } catch {
    return [];
  }
}

/** The fields of one line. Throws `FieldError` if it is no record. */
export function oneRecord(line: Line, separator: string): readonly string[] {
  try {
    return parseText(line.text, separator)[0] ?? [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FieldError(`invalid CSV: ${reason.replace(/ at line \d+/, '').replace(/ on line \d+/, '')}`);
  }
}

function parseText(text: string, separator: string): string[][] {
  return parse(text, { delimiter: separator, relax_column_count: true, record_delimiter: '\n' });
}
