/** The CSV layouts that the export of either form writes ("CSV row"). */
import { parse } from 'csv-parse/sync';
import type { NewReport } from '../store/store.ts';
import { parseBucketLabel } from './bucket-label.ts';
import { FieldError, ImportError, shown } from './errors.ts';
import { type Line, type LineReader, readLine } from './lines.ts';
import { unknownPhoto } from './photo.ts';
import { parseTimestamp } from './timestamp.ts';

/**
 * The reader for the columns that a header names: `timestamp`, `bucket` and, in Form 1, `has_photo`, in any
 * order. A report lies on one line. Throws `ImportError` for any other header.
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
      `line ${header.number}: the header ${shown(header.text)} is none of ${LAYOUTS.join(' (Form 1) or ')} (Form 2)`,
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
 * All lines in one go. Without a quotation mark among them commas are all that matters, which is worth a shorter way:
 * exports never have one. Nothing when quotes on one of them keep lines and records from agreeing.
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
    throw new FieldError(
      `not a line of CSV: ${reason.replace(/ at line \d+/, '').replace(/ on line \d+/, '')}`,
    );
  }
}

function parseText(text: string): string[][] {
  return parse(text, { relax_column_count: true, record_delimiter: '\n' });
}

function toReport(record: readonly string[], columns: Columns, line: Line): NewReport {
  if (record.length !== columns.count) {
    throw new FieldError(`${record.length} fields where the header has ${columns.count}`);
  }
  const createdAt = parseTimestamp('timestamp', record[columns.timestamp]);
  const bucket = parseBucketLabel(record[columns.bucket]);
  const photoKnown = columns.hasPhoto !== -1;
  const photo = photoKnown && parseFlag(record[columns.hasPhoto]) ? unknownPhoto(createdAt) : null;
  return { createdAt, bucket, latitude: null, longitude: null, photo, photoKnown, line: line.number };
}

function parseFlag(text: string | undefined): boolean {
  if (text !== 'True' && text !== 'False') {
    throw new FieldError(`has_photo ${shown(text)} is neither True nor False`);
  }
  return text === 'True';
}
