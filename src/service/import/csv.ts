/** CSV in the layout of either form's export ("CSV row"). */
import { parse } from 'csv-parse/sync';
import type { NewReport } from '../store/store.ts';
import { ImportError } from './errors.ts';
import { FieldError, parseBucketLabel, parseTimestamp, shown, unknownPhoto } from './fields.ts';
import { type Line, type LineReader, readLine } from './lines.ts';

/**
 * The reader for the columns that a header names: `timestamp`, `bucket` and, in Form 1, `has_photo`, in any
 * order. Each report is on one line. Throws `ImportError` for any other header.
 */
export function csvReader(header: Line): LineReader {
  const columns = columnsOf(header);
  return (lines) => {
    const records = recordsOf(lines);
    return lines.map((line, index) =>
      readLine(line, () => toReport(records[index] ?? oneRecord(line), columns, line)),
    );
  };
}

interface Columns {
  readonly count: number;
  readonly timestamp: number;
  readonly bucket: number;
  /** -1 in Form 2's layout. */
  readonly hasPhoto: number;
}

const LAYOUTS = ['timestamp,bucket,has_photo', 'timestamp,bucket'];

function columnsOf(header: Line): Columns {
  const names = headerNames(header);
  if (!LAYOUTS.some((layout) => layout.split(',').sort().join() === names.toSorted().join())) {
    throw new ImportError(
      `line ${header.number}: the header ${shown(header.text)} must be ${LAYOUTS.join(' (Form 1) or ')} (Form 2)`,
    );
  }
  return {
    count: names.length,
    timestamp: names.indexOf('timestamp'),
    bucket: names.indexOf('bucket'),
    hasPhoto: names.indexOf('has_photo'),
  };
}

function headerNames(header: Line): readonly string[] {
  try {
    return oneRecord(header);
  } catch {
    return [];
  }
}

/**
 * Parses all lines at once. Splitting at commas is faster and enough without quotation marks, which exports never
 * have. Empty when a quoted field makes the records differ from the lines.
 */
function recordsOf(lines: readonly Line[]): readonly (readonly string[])[] {
  if (!lines.some(({ text }) => text.includes('"'))) return lines.map(({ text }) => text.split(','));
  try {
    const records = parseText(lines.map((line) => line.text).join('\n'));
    return records.length === lines.length ? records : [];
  } catch {
    return [];
  }
}

function oneRecord(line: Line): readonly string[] {
  try {
    return parseText(line.text)[0] ?? [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FieldError(`invalid CSV: ${reason.replace(/ at line \d+/, '').replace(/ on line \d+/, '')}`);
  }
}

function parseText(text: string): string[][] {
  return parse(text, { relax_column_count: true, record_delimiter: '\n' });
}

function toReport(record: readonly string[], columns: Columns, line: Line): NewReport {
  if (record.length !== columns.count) {
    throw new FieldError(`expected ${columns.count} fields, found ${record.length}`);
  }
  const createdAt = parseTimestamp('timestamp', record[columns.timestamp]);
  const bucket = parseBucketLabel(record[columns.bucket]);
  const hasPhoto = columns.hasPhoto !== -1 && parseFlag(record[columns.hasPhoto]);
  const photo = hasPhoto ? unknownPhoto(createdAt) : null;
  return { createdAt, bucket, latitude: null, longitude: null, photo, line: line.number };
}

function parseFlag(text: string | undefined): boolean {
  if (text !== 'True' && text !== 'False') {
    throw new FieldError(`has_photo ${shown(text)} is not True or False`);
  }
  return text === 'True';
}
