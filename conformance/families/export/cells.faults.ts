import { editRows, inOffset, moved } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';
import { inRows } from './export.faults.ts';

const { faults, by } = familyOf('export');
export const exportCellFaults: readonly Fault[] = faults;

const inCells = (change: (cells: string[], index: number) => readonly string[]) =>
  inRows((data) => data.map((row, index) => change(row.split(','), index).join(',')));
const cell = (column: number, change: (text: string) => string) =>
  inCells((row) => row.with(column, change(row[column] ?? '')));

const cells = by(inCells);
const lines = by(editRows);
const stamp = by((change: (text: string) => string) => cell(0, change));
const bucket = by((change: (text: string) => string) => cell(1, change));
const photo = by((change: (text: string) => string) => cell(2, change), { forms: [1] });

stamp
  .breaking('time.local-offset', 'export.timestamp', 'export.rows')
  .add('stamp-utc', 'Timestamps are in UTC.', (text) => inOffset(text, 0))
  .add('stamp-winter', 'Timestamps of summer carry the winter offset, with the clock of summer.', (text) =>
    text.replace('-07:00', '-08:00'),
  );
stamp
  .breaking('export.timestamp', 'time.format')
  .add('stamp-no-seconds', 'Timestamps have no seconds.', (text) => text.replace(/(T\d\d:\d\d):\d\d/, '$1'));
stamp
  .breaking('export.rows', 'export.timestamp')
  .add('stamp-hour-off', 'Timestamps are an hour late.', (text) => moved(text, 60));
cells
  .breaking('time.local-offset', 'export.timestamp', 'export.rows')
  .add('stamp-one-utc', 'One timestamp among many is in UTC.', (row, index) =>
    index === 6 ? row.with(0, inOffset(row[0] ?? '', 0)) : row,
  );
bucket
  .breaking('export.bucket', 'export.rows')
  .add(
    'bucket-excel',
    'Buckets have become dates as in a spreadsheet.',
    (text) => text.replace('1-5', '5-Jan').replace('6-10', '10-Jun'),
    { forms: [1] },
  );
cells
  .breaking('export.bucket', 'export.rows')
  .add('bucket-other-one', 'One row among many has a different bucket from the feed.', (row, index) =>
    index === 2 ? row.with(1, row[1] === '0' ? (row.length > 2 ? '6-10' : '8') : '0') : row,
  );
lines
  .breaking('export.columns', 'export.header')
  .add(
    'photo-missing',
    'The column has_photo is missing.',
    (all) => all.map((row) => row.split(',').slice(0, 2).join(',')),
    { forms: [1] },
  );
photo
  .breaking('export.has_photo-agrees')
  .add('photo-inverted', 'has_photo is inverted.', (text) => (text === 'True' ? 'False' : 'True'));
cells
  .breaking('export.has_photo-agrees')
  .add(
    'photo-one-inverted',
    'has_photo of one report among many is inverted.',
    (row, index) => (index === 9 ? row.with(2, row[2] === 'True' ? 'False' : 'True') : row),
    { forms: [1] },
  );
cells
  .breaking('export.columns', 'export.timestamp', 'export.rows')
  .add('row-short', 'One row among many has a cell too few.', (row, index) =>
    index === 8 ? row.slice(0, -1) : row,
  );
