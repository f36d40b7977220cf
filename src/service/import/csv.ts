/** CSV in the layout of either form's export ("CSV row"), also as a spreadsheet saves it. */
import type { Bucket } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import type { NewReport } from '../store/store.ts';
import { oneRecord, readHeader, recordsOf, separatorText } from './csv-records.ts';
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
    const records = recordsOf(lines, columns.separator);
    return lines.map((line, index) =>
      readLine(line, () => toReport(records[index] ?? oneRecord(line, columns.separator), columns, line)),
    );
  };
}

interface Columns {
  readonly separator: string;
  readonly count: number;
  readonly timestamp: number;
  readonly bucket: number;
  /** -1 in Form 2's layout. */
  readonly hasPhoto: number;
}

const LAYOUTS = ['timestamp,bucket,has_photo', 'timestamp,bucket'];

function columnsOf(line: Line): Columns {
  const header = readHeader(line, isLayout);
  const { names, separator } = header;
  if (!isLayout(names)) {
    const layouts = `${LAYOUTS.join(' (Form 1) or ')} (Form 2)`;
    throw new ImportError(
      `line ${line.number}: the header ${shown(line.text)} must be ${layouts}, with the columns in any order; ${separatorText(header)}. For numbers of people, use --counts`,
    );
  }
  return {
    separator,
    count: names.length,
    timestamp: names.indexOf('timestamp'),
    bucket: names.indexOf('bucket'),
    hasPhoto: names.indexOf('has_photo'),
  };
}

function isLayout(names: readonly string[]): boolean {
  const sorted = names.toSorted().join('\n');
  return LAYOUTS.some((layout) => layout.split(',').sort().join('\n') === sorted);
}

function toReport(record: readonly string[], columns: Columns, line: Line): NewReport {
  if (record.length !== columns.count) {
    throw new FieldError(`expected ${columns.count} fields, found ${record.length}`);
  }
  const time = record[columns.timestamp];
  const label = record[columns.bucket];
  let createdAt: Micros;
  let bucket: Bucket;
  try {
    createdAt = parseTimestamp('timestamp', time);
    bucket = parseBucketLabel(label);
  } catch (error) {
    throw error instanceof FieldError ? explained(error, time, label) : error;
  }
  const hasPhoto = columns.hasPhoto !== -1 && parseFlag(record[columns.hasPhoto]);
  const photo = hasPhoto ? unknownPhoto(createdAt) : null;
  return { createdAt, bucket, latitude: null, longitude: null, photo, line: line.number };
}

/** What spreadsheets make of `1-5`, `6-10` and `11-20`, in any language: `05-Jan`, `Nov 20`, `6. Okt`, `01/05/2026`, or a day's number. */
const DATE =
  /^(\d{1,2}[-./ ]+\p{L}{3,9}\.?|\p{L}{3,9}\.?[-./ ]+\d{2,4}|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b.*|\d{1,2}[./]\d{1,2}\.?|4\d{4})$/u;

/** What they make of a timestamp: `11/20/2026 13:17`, `20.11.2026 13:17:05`, or the number of a day. */
const TIME = /^(\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b.*|4\d{4}([.,]\d+)?)$/;

/** An invalid time or label; one that looks as a spreadsheet writes dates says so. */
function explained({ message }: FieldError, time = '', label = ''): FieldError {
  const isTime = message.startsWith('timestamp');
  const isChanged = isTime ? TIME.test(time) : DATE.test(label);
  const hint = `; a spreadsheet changed the ${isTime ? 'time' : 'label'}; import the file as text`;
  return new FieldError(isChanged ? message + hint : message);
}

/** Spreadsheets write TRUE and FALSE. */
function parseFlag(text: string | undefined): boolean {
  if (text === 'True' || text === 'TRUE') return true;
  if (text === 'False' || text === 'FALSE') return false;
  throw new FieldError(`has_photo ${shown(text)} is not True or False`);
}
