/** CSV of counts: the times and the numbers of people in line that another system wrote, in columns of any names. */
import { bucketOf } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import type { NewReport } from '../store/store.ts';
import { oneRecord, readHeader, recordsOf, separatorText } from './csv-records.ts';
import { ImportError } from './errors.ts';
import { FieldError, parseTimestamp, shown } from './fields.ts';
import { type Line, type LineReader, readLine } from './lines.ts';

/** Where a file has its counts, and how to read its times. */
export interface CountColumns {
  readonly timeColumn: string;
  readonly countColumn: string;
  /** Of times without an offset. */
  readonly timeZone: string;
  /** Which of the two instants a time means that the clock shows twice; null if such a time is an error. */
  readonly fold: 'earlier' | 'later' | null;
}

/** Makes the reader for a header with the two columns, among others. Throws `ImportError` for any other header. */
export function countsReader(columns: CountColumns): (header: Line) => LineReader {
  const { timeColumn, countColumn } = columns;
  return (line) => {
    const header = readHeader(line, (names) =>
      [timeColumn, countColumn].every((name) => names.includes(name)),
    );
    const { names, separator } = header;
    for (const name of [timeColumn, countColumn]) {
      const found = names.filter((other) => other === name).length;
      if (found === 1) continue;
      throw new ImportError(
        `line ${line.number}: ${found === 0 ? 'there is no' : 'there is more than one'} column ${shown(name)}; ${separatorText(header)}: ${names.map(shown).join(', ')}`,
      );
    }
    const time = names.indexOf(timeColumn);
    const count = names.indexOf(countColumn);
    return (lines) => {
      const records = recordsOf(lines, separator);
      return lines.map((row, index) =>
        readLine(row, () => {
          const record = records[index] ?? oneRecord(row, separator);
          if (record.length !== names.length) {
            throw new FieldError(`expected ${names.length} fields, found ${record.length}`);
          }
          return toReport(record[time] ?? '', record[count] ?? '', columns, row.number);
        }),
      );
    };
  };
}

function toReport(time: string, count: string, columns: CountColumns, line: number): NewReport {
  const createdAt = timeIn(time.trim(), columns);
  const people = peopleIn(count.trim(), columns.countColumn);
  return { createdAt, bucket: bucketOf(people), latitude: null, longitude: null, photo: null, line };
}

/** A date, a space or T, hours, minutes and perhaps seconds; what follows is an offset. */
const LOCAL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?(.*)$/;

function timeIn(text: string, { timeColumn, timeZone, fold }: CountColumns): Micros {
  const [, date = '', minutes = '', seconds = ':00', offset = ''] = LOCAL.exec(text) ?? [];
  if (date === '') {
    throw new FieldError(
      `${timeColumn} ${shown(text)} is not a time such as 2026-10-16 12:30, 2026-10-16T12:30:05 or 2026-10-16T12:30:05-07:00`,
    );
  }
  const iso = `${date}T${minutes}${seconds}`;
  if (offset !== '') return parseTimestamp(timeColumn, `${iso}${offset}`);
  const local = (disambiguation: 'earlier' | 'later') =>
    Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone, { disambiguation });
  let earlier: Temporal.ZonedDateTime;
  try {
    earlier = local('earlier');
  } catch {
    throw new FieldError(`${timeColumn} ${shown(text)} does not exist: check its date and time`);
  }
  // Where the clock is changed, the two differ: it skips the time, or shows it twice.
  const later = local('later');
  if (!earlier.equals(later)) {
    if (!earlier.toPlainDateTime().equals(later.toPlainDateTime())) {
      throw new FieldError(`${timeColumn} ${shown(text)} does not exist in ${timeZone}: the clock skips it`);
    }
    if (fold === null) {
      throw new FieldError(
        `${timeColumn} ${shown(text)} is two times in ${timeZone}, where the clock shows it twice; choose with --fold earlier or --fold later`,
      );
    }
  }
  // Checks the years, too.
  return parseTimestamp(timeColumn, (fold === 'later' ? later : earlier).toInstant().toString());
}

/** People come as whole numbers; an average such as 4.5 is rounded. */
function peopleIn(text: string, column: string): number {
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.round(Number(text));
  throw new FieldError(
    `${column} ${shown(text)} is not a number of people: 0 or more, in digits, such as 12`,
  );
}
