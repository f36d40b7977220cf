import { addDays } from '../local-time.ts';
import type { Ask } from '../options.ts';
import {
  bare,
  editRows,
  editText,
  type Fault,
  familyOf,
  inOffset,
  isAt,
  moved,
  replace,
  rewrite,
  TODAY,
  type Upstream,
  withParameter,
} from './fault.ts';

const { faults, add } = familyOf('export');
export const exportFaults: readonly Fault[] = faults;

/** Data rows are changed, the header stays. */
const rows = (change: (rows: string[], ask: Ask, upstream: Upstream) => readonly string[]) =>
  editRows(([header = '', ...data], ask, up) => [header, ...change(data, ask, up)]);
const cells = (change: (cells: string[], index: number) => readonly string[]) =>
  rows((data) => data.map((row, index) => change(row.split(','), index).join(',')));
const cell = (column: number, change: (text: string) => string) =>
  cells((row) => row.with(column, change(row[column] ?? '')));
const header = (change: (text: string) => string) =>
  editRows(([first = '', ...data]) => [change(first), ...data]);
const ok = (_ask: Ask, _up: Upstream, answer: { status: number }) => answer.status === 200;
const type = (text: string | undefined) =>
  replace('export.csv', { headers: text === undefined ? {} : { 'content-type': text } }, ok);
const day = (row: string) => row.slice(0, 10);
const utcDay = (row: string) => inOffset(row.split(',')[0] ?? '', 0).slice(0, 10);
/** Rows of the range widened by a day on both sides. */
function widened(ask: Ask, up: Upstream): string[] {
  const query = new URLSearchParams(ask.query);
  for (const [name, days] of [
    ['since', -1],
    ['until', 1],
  ] as const) {
    const date = query.get(name);
    if (date !== null) query.set(name, addDays(date, days));
  }
  return up
    .pass({ ...ask, query })
    .body.split('\r\n')
    .slice(1)
    .filter((row) => row !== '');
}

add(
  'json',
  'The export is JSON.',
  replace('export.csv', { headers: { 'content-type': 'application/json' }, body: '[]' }, ok),
);
add('json-type', 'The CSV is labelled application/json.', type('application/json'));
add('html-type', 'The CSV is labelled text/html.', type('text/html'));
add('no-type', 'The CSV has no content type.', type(undefined), {
  arguable: 'the content type of the export is not told',
});
add('plain-type', 'The CSV is labelled text/plain.', type('text/plain'), {
  arguable: 'the content type of the export is not told',
});
add(
  'empty',
  'The body is empty.',
  editText('export.csv', () => ''),
);
add(
  'header-only',
  'Only the header is sent.',
  rows(() => []),
);
add(
  'no-header',
  'The header is missing.',
  editRows((all) => all.slice(1)),
);
add(
  'header-last',
  'The header comes last.',
  editRows(([first = '', ...data]) => [...data, first]),
);
add(
  'header-twice',
  'The header comes twice.',
  header((text) => `${text}\r\n${text}`),
);
add(
  'header-middle',
  'The header is repeated every 500 rows.',
  editRows(([first = '', ...data]) => [
    first,
    ...data.flatMap((row, index) => (index % 500 === 499 ? [row, first] : [row])),
  ]),
  { state: { count: 1500, days: 45 } },
);
add(
  'header-capital',
  'Columns are capitalised.',
  header((text) =>
    text.replace('timestamp', 'Timestamp').replace('bucket', 'Bucket').replace('has_photo', 'Has_photo'),
  ),
);
add(
  'header-created_at',
  'The first column is called created_at.',
  header((text) => text.replace('timestamp', 'created_at')),
);
add(
  'header-value',
  'The second column is called value.',
  header((text) => text.replace('bucket', 'value')),
);
add(
  'header-swapped',
  'The header names the columns in another order than the rows have.',
  header((text) => text.replace('timestamp,bucket', 'bucket,timestamp')),
);
add(
  'header-comment',
  'A comment line stands before the header.',
  header((text) => `# exported by the service\r\n${text}`),
);
add(
  'title-row',
  'A title stands before the header.',
  header((text) => `Queue reports\r\n${text}`),
);
add(
  'semicolons',
  'Columns are separated by semicolons.',
  editText('export.csv', (text) => text.replaceAll(',', ';')),
);
add(
  'tabs',
  'Columns are separated by tabs.',
  editText('export.csv', (text) => text.replaceAll(',', '\t')),
);
add(
  'padded',
  'Cells are padded with spaces.',
  editText('export.csv', (text) => text.replaceAll(',', ' , ')),
);
add(
  'last-lost',
  'The last row is missing.',
  rows((data) => data.slice(0, -1)),
);
add(
  'first-lost',
  'The first row is missing.',
  rows((data) => data.slice(1)),
);
add(
  'one-lost',
  'One row in the middle is missing.',
  rows((data) => data.filter((_row, index) => index !== data.length >> 1)),
);
add(
  'one-doubled',
  'One row appears twice.',
  rows((data) => (data.length > 3 ? data.toSpliced(2, 0, data[2] ?? '') : data)),
);
add(
  'all-doubled',
  'Every row appears twice.',
  rows((data) => data.flatMap((row) => [row, row])),
);
add(
  'ties-merged',
  'Rows that share time and bucket are merged.',
  rows((data) => [...new Set(data)]),
  { state: { ties: 0.5 } },
);
add(
  'total-row',
  'A row with the total stands at the end.',
  rows((data) => [...data, `total,${data.length}`]),
);
add(
  'blank-row',
  'A row of empty cells stands in the middle.',
  rows((data) => (data.length > 2 ? data.toSpliced(2, 0, ',') : data)),
);
add(
  'capped-1000',
  'At most 1000 rows are sent.',
  rows((data) => data.slice(0, 1000)),
);
add(
  'capped-200',
  'At most 200 rows are sent.',
  rows((data) => data.slice(0, 200)),
);
add(
  'capped-500',
  'At most 500 rows are sent.',
  rows((data) => data.slice(0, 500)),
);
add(
  'first-page',
  'Only the first page of the feed is exported.',
  rows((data) => data.slice(0, 8)),
);
add(
  'photos-only',
  'Only reports with a photo are exported.',
  rows((data) => data.filter((row) => row.endsWith('True'))),
  { forms: [1] },
);
add(
  'zeros-lost',
  'Reports of the bucket 0 are left out.',
  rows((data) => data.filter((row) => row.split(',')[1] !== '0')),
);
add(
  'range-ignored',
  'Both dates are ignored.',
  rewrite('export.csv', (ask) => withParameter(withParameter(ask, 'since', null), 'until', null)),
);
add(
  'since-ignored',
  '`since` is ignored.',
  rewrite('export.csv', (ask) => withParameter(ask, 'since', null)),
);
add(
  'until-ignored',
  '`until` is ignored.',
  rewrite('export.csv', (ask) => withParameter(ask, 'until', null)),
);
add(
  'since-alone-ignored',
  '`since` without `until` is ignored.',
  rewrite('export.csv', (ask) => (ask.query.has('until') ? ask : withParameter(ask, 'since', null))),
);
add(
  'until-alone-ignored',
  '`until` without `since` is ignored.',
  rewrite('export.csv', (ask) => (ask.query.has('since') ? ask : withParameter(ask, 'until', null))),
);
add(
  'until-exclusive',
  'The last day of the range is left out.',
  rows((data, ask) => data.filter((row) => day(row) !== ask.query.get('until'))),
);
add(
  'until-exclusive-ranges',
  'The last day is left out unless the range is a single day.',
  rows((data, ask) =>
    data.filter(
      (row) => ask.query.get('since') === ask.query.get('until') || day(row) !== ask.query.get('until'),
    ),
  ),
);
add(
  'since-exclusive',
  'The first day of the range is left out.',
  rows((data, ask) => data.filter((row) => day(row) !== ask.query.get('since'))),
);
add(
  'last-hour-lost',
  'The last hour of the last day is left out.',
  rows((data, ask) => data.filter((row) => !row.startsWith(`${ask.query.get('until')}T23`))),
);
add(
  'last-minute-lost',
  'The last minutes of the last day are left out.',
  rows((data, ask) =>
    data.filter((row) => !(row.startsWith(`${ask.query.get('until')}T23`) && row.slice(14, 16) >= '45')),
  ),
);
add(
  'until-day-late',
  'The range ends a day too late.',
  rewrite('export.csv', (ask) => shifted(ask, 'until', 1)),
);
add(
  'since-day-early',
  'The range begins a day too early.',
  rewrite('export.csv', (ask) => shifted(ask, 'since', -1)),
);
add(
  'utc-days',
  'The range is cut by UTC days.',
  rows((_data, ask, up) =>
    widened(ask, up).filter(
      (row) =>
        utcDay(row) >= (ask.query.get('since') ?? '') && utcDay(row) <= (ask.query.get('until') ?? '9999'),
    ),
  ),
);
add(
  'until-utc',
  'The end of the range is UTC midnight.',
  rows((data, ask) => data.filter((row) => utcDay(row) <= (ask.query.get('until') ?? '9999'))),
);
add(
  'stamp-utc',
  'Timestamps are in UTC.',
  cell(0, (text) => inOffset(text, 0)),
);
add(
  'stamp-plus-zero',
  'Timestamps are in UTC as +00:00.',
  cell(0, (text) => inOffset(text, 0).replace('Z', '+00:00')),
);
add('stamp-bare', 'Timestamps have no offset.', cell(0, bare));
add(
  'stamp-space',
  'Timestamps have a space for the T.',
  cell(0, (text) => text.replace('T', ' ')),
);
add(
  'stamp-django',
  'Timestamps have a space for the T and no offset.',
  cell(0, (text) => bare(text).replace('T', ' ')),
);
add(
  'stamp-unix',
  'Timestamps are numbers.',
  cell(0, (text) => String(Date.parse(text) / 1000)),
);
add(
  'stamp-minute',
  'Timestamps are cut to the minute.',
  cell(0, (text) => text.replace(/(T\d\d:\d\d):\d\d/, '$1:00')),
);
add(
  'stamp-no-seconds',
  'Timestamps have no seconds.',
  cell(0, (text) => text.replace(/(T\d\d:\d\d):\d\d/, '$1')),
);
add(
  'stamp-hour-off',
  'Timestamps are an hour late.',
  cell(0, (text) => moved(text, 60)),
);
add(
  'stamp-local-z',
  'Timestamps are local but labelled Z.',
  cell(0, (text) => `${bare(text)}Z`),
);
add(
  'stamp-winter',
  'Timestamps of summer carry the winter offset, the clock being that of summer.',
  cell(0, (text) => text.replace('-07:00', '-08:00')),
);
add(
  'stamp-current-offset',
  'All timestamps carry the offset of today, the instant being right.',
  cell(0, (text) => inOffset(text, -480)),
);
add(
  'stamp-american',
  'Timestamps are month/day/year.',
  cell(0, (text) => text.replace(/^(\d+)-(\d+)-(\d+)T/, '$2/$3/$1 ')),
);
add(
  'stamp-one-bare',
  'One timestamp among many has no offset.',
  cells((row, index) => (index === 7 ? row.with(0, bare(row[0] ?? '')) : row)),
);
add(
  'stamp-one-utc',
  'One timestamp among many is in UTC.',
  cells((row, index) => (index === 6 ? row.with(0, inOffset(row[0] ?? '', 0)) : row)),
);
add(
  'stamp-one-empty',
  'One timestamp among many is empty.',
  cells((row, index) => (index === 5 ? row.with(0, '') : row)),
);
add(
  'bucket-value',
  'Buckets are replaced by values.',
  cell(1, (text) => (/^\d+$/.test(text) ? `${text}.0` : text.replace(/-.*|\+/, ''))),
);
add(
  'bucket-index',
  'Buckets are replaced by their number.',
  cell(1, (text) =>
    String(
      (['0', '1-5', '6-10', '11-20', '20-30', '30+', '3', '8', '15', '25', '35'].indexOf(text) % 10) + 50,
    ),
  ),
);
add(
  'bucket-empty-one',
  'One bucket among many is empty.',
  cells((row, index) => (index === 4 ? row.with(1, '') : row)),
);
add(
  'bucket-word-one',
  'One bucket among many is a word.',
  cells((row, index) => (index === 3 ? row.with(1, 'some') : row)),
);
add(
  'bucket-other-one',
  'One row among many has another bucket than the feed.',
  cells((row, index) =>
    index === 2 ? row.with(1, row[1] === '0' ? (row.length > 2 ? '6-10' : '8') : '0') : row,
  ),
);
add(
  'bucket-excel',
  'Buckets have become dates as in a spreadsheet.',
  cell(1, (text) => text.replace('1-5', '5-Jan').replace('6-10', '10-Jun')),
  { forms: [1] },
);
add(
  'columns-swapped',
  'Columns stand in another order in header and rows.',
  editRows((all) =>
    all.map((row) => {
      const [first = '', second = '', ...rest] = row.split(',');
      return [second, first, ...rest].join(',');
    }),
  ),
  {
    arguable: 'the order of columns is that of a list',
  },
);
const form1 = { forms: [1] } as const;
add(
  'photo-lower',
  'has_photo is true or false in lower case.',
  cell(2, (text) => text.toLowerCase()),
  form1,
);
add(
  'photo-numbers',
  'has_photo is 1 or 0.',
  cell(2, (text) => (text === 'True' ? '1' : '0')),
  form1,
);
add(
  'photo-yes',
  'has_photo is yes or no.',
  cell(2, (text) => (text === 'True' ? 'yes' : 'no')),
  form1,
);
add(
  'photo-empty',
  'has_photo is empty for False.',
  cell(2, (text) => (text === 'True' ? text : '')),
  form1,
);
add(
  'photo-never',
  'has_photo is always False.',
  cell(2, () => 'False'),
  form1,
);
add(
  'photo-inverted',
  'has_photo is inverted.',
  cell(2, (text) => (text === 'True' ? 'False' : 'True')),
  form1,
);
add(
  'photo-one-inverted',
  'has_photo of one report among many is inverted.',
  cells((row, index) => (index === 9 ? row.with(2, row[2] === 'True' ? 'False' : 'True') : row)),
  form1,
);
add(
  'photo-url',
  'has_photo holds the address.',
  cell(2, (text) => (text === 'True' ? 'https://photos.example.edu/p/1.jpg' : '')),
  form1,
);
add(
  'photo-missing',
  'The column has_photo is missing.',
  editRows((all) => all.map((row) => row.split(',').slice(0, 2).join(','))),
  form1,
);
add(
  'photo-header-missing',
  'The header has no name for the third column.',
  header((text) => text.replace(',has_photo', '')),
  form1,
);
add(
  'photo-name',
  'The third column is called photo.',
  header((text) => text.replace('has_photo', 'photo')),
  form1,
);
add(
  'row-short',
  'One row among many has a cell too few.',
  cells((row, index) => (index === 8 ? row.slice(0, -1) : row)),
);
add(
  'row-long',
  'One row among many has a cell too many.',
  cells((row, index) => (index === 8 ? [...row, 'x'] : row)),
);
add(
  'trailing-comma',
  'Rows end in a comma that the header does not have.',
  rows((data) => data.map((row) => `${row},`)),
);
add(
  'gone-today',
  'Today is never exported.',
  rows((data) => data.filter((row) => day(row) !== TODAY)),
);
add('redirect', 'The export leads to a file on another host.', (ask, up) => {
  const answer = up.pass(ask);
  return isAt(ask, 'export.csv') && answer.status === 200
    ? { status: 302, headers: { location: 'https://files.example.edu/export.csv' }, body: '' }
    : answer;
});

function shifted(ask: Ask, name: string, days: number): Ask {
  const date = ask.query.get(name);
  return date === null || !/^\d{4}-\d\d-\d\d$/.test(date)
    ? ask
    : withParameter(ask, name, addDays(date, days));
}
