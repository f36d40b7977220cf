import { bare, editRows, inOffset, moved } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';
import { inHeader, inRows } from './export.faults.ts';

const { faults, breaking, by } = familyOf('export');
export const exportCellFaults: readonly Fault[] = faults;

const inCells = (change: (cells: string[], index: number) => readonly string[]) =>
  inRows((data) => data.map((row, index) => change(row.split(','), index).join(',')));
const cell = (column: number, change: (text: string) => string) =>
  inCells((row) => row.with(column, change(row[column] ?? '')));

const cells = by(inCells);
const header = by(inHeader);
const lines = by(editRows);
const stamp = by((change: (text: string) => string) => cell(0, change));
const bucket = by((change: (text: string) => string) => cell(1, change));
const photo = by((change: (text: string) => string) => cell(2, change), { forms: [1] });

stamp
  .breaking('time.local-offset', 'export.timestamp', 'export.rows')
  .add('stamp-utc', 'Timestamps are in UTC.', (text) => inOffset(text, 0))
  .add('stamp-plus-zero', 'Timestamps are in UTC as +00:00.', (text) =>
    inOffset(text, 0).replace('Z', '+00:00'),
  )
  .add('stamp-local-z', 'Timestamps are local but labeled Z.', (text) => `${bare(text)}Z`)
  .add('stamp-winter', 'Timestamps of summer carry the winter offset, with the clock of summer.', (text) =>
    text.replace('-07:00', '-08:00'),
  )
  .add('stamp-current-offset', 'All timestamps carry the offset of today, at the right instant.', (text) =>
    inOffset(text, -480),
  );
breaking('export.timestamp', 'time.format').add('stamp-bare', 'Timestamps have no offset.', cell(0, bare));
stamp
  .breaking('export.timestamp', 'time.format')
  .add('stamp-space', 'Timestamps have a space for the T.', (text) => text.replace('T', ' '))
  .add('stamp-django', 'Timestamps have a space for the T and no offset.', (text) =>
    bare(text).replace('T', ' '),
  )
  .add('stamp-unix', 'Timestamps are numbers.', (text) => String(Date.parse(text) / 1000))
  .add('stamp-no-seconds', 'Timestamps have no seconds.', (text) => text.replace(/(T\d\d:\d\d):\d\d/, '$1'))
  .add('stamp-american', 'Timestamps are month/day/year.', (text) =>
    text.replace(/^(\d+)-(\d+)-(\d+)T/, '$2/$3/$1 '),
  );
stamp
  .breaking('export.rows', 'export.timestamp')
  .add('stamp-minute', 'Timestamps are cut to the minute.', (text) =>
    text.replace(/(T\d\d:\d\d):\d\d/, '$1:00'),
  )
  .add('stamp-hour-off', 'Timestamps are an hour late.', (text) => moved(text, 60));
cells
  .breaking('export.timestamp', 'time.format')
  .add('stamp-one-bare', 'One timestamp among many has no offset.', (row, index) =>
    index === 7 ? row.with(0, bare(row[0] ?? '')) : row,
  )
  .add('stamp-one-empty', 'One timestamp among many is empty.', (row, index) =>
    index === 5 ? row.with(0, '') : row,
  );
cells
  .breaking('time.local-offset', 'export.timestamp', 'export.rows')
  .add('stamp-one-utc', 'One timestamp among many is in UTC.', (row, index) =>
    index === 6 ? row.with(0, inOffset(row[0] ?? '', 0)) : row,
  );
bucket
  .breaking('export.bucket', 'export.rows')
  .add('bucket-value', 'Buckets are replaced by values.', (text) =>
    /^\d+$/.test(text) ? `${text}.0` : text.replace(/-.*|\+/, ''),
  )
  .add('bucket-index', 'Buckets are replaced by their number.', (text) =>
    String(
      (['0', '1-5', '6-10', '11-20', '20-30', '30+', '3', '8', '15', '25', '35'].indexOf(text) % 10) + 50,
    ),
  )
  .add(
    'bucket-excel',
    'Buckets have become dates as in a spreadsheet.',
    (text) => text.replace('1-5', '5-Jan').replace('6-10', '10-Jun'),
    { forms: [1] },
  );
cells
  .breaking('export.bucket', 'export.rows')
  .add('bucket-empty-one', 'One bucket among many is empty.', (row, index) =>
    index === 4 ? row.with(1, '') : row,
  )
  .add('bucket-word-one', 'One bucket among many is a word.', (row, index) =>
    index === 3 ? row.with(1, 'some') : row,
  )
  .add('bucket-other-one', 'One row among many has a different bucket from the feed.', (row, index) =>
    index === 2 ? row.with(1, row[1] === '0' ? (row.length > 2 ? '6-10' : '8') : '0') : row,
  );
lines
  .breaking('export.columns', 'export.header')
  .add('columns-swapped', 'Columns are in another order in header and rows.', (all) =>
    all.map((row) => {
      const [first = '', second = '', ...rest] = row.split(',');
      return [second, first, ...rest].join(',');
    }),
  )
  .add(
    'photo-missing',
    'The column has_photo is missing.',
    (all) => all.map((row) => row.split(',').slice(0, 2).join(',')),
    { forms: [1] },
  );
photo
  .breaking('export.has_photo')
  .add('photo-lower', 'has_photo is true or false in lower case.', (text) => text.toLowerCase())
  .add('photo-numbers', 'has_photo is 1 or 0.', (text) => (text === 'True' ? '1' : '0'))
  .add('photo-yes', 'has_photo is yes or no.', (text) => (text === 'True' ? 'yes' : 'no'))
  .add('photo-empty', 'has_photo is empty for False.', (text) => (text === 'True' ? text : ''))
  .add('photo-url', 'has_photo is the URL of the photo.', (text) =>
    text === 'True' ? 'https://photos.example.edu/p/1.jpg' : '',
  );
photo
  .breaking('export.has_photo-agrees')
  .add('photo-never', 'has_photo is always False.', () => 'False')
  .add('photo-inverted', 'has_photo is inverted.', (text) => (text === 'True' ? 'False' : 'True'));
cells
  .breaking('export.has_photo-agrees')
  .add(
    'photo-one-inverted',
    'has_photo of one report among many is inverted.',
    (row, index) => (index === 9 ? row.with(2, row[2] === 'True' ? 'False' : 'True') : row),
    { forms: [1] },
  );
header
  .breaking('export.columns', 'export.header')
  .add('photo-name', 'The third column is called photo.', (text) => text.replace('has_photo', 'photo'), {
    forms: [1],
  });
cells
  .breaking('export.columns', 'export.timestamp', 'export.rows')
  .add('row-short', 'One row among many has a cell too few.', (row, index) =>
    index === 8 ? row.slice(0, -1) : row,
  )
  .add('row-long', 'One row among many has a cell too many.', (row, index) =>
    index === 8 ? [...row, 'x'] : row,
  );
