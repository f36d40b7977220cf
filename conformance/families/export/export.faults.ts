import { editRows, editText, inOffset, isAt, replace, rewrite } from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import { RANGE_MISREADINGS } from '../../reference/faults/ranges.ts';
import { addDays } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('export');
export const exportFaults: readonly Fault[] = faults;

/** Changes the data rows and keeps the header. */
export const inRows = (
  change: (rows: string[], request: HttpRequest, upstream: Upstream) => readonly string[],
) => editRows(([header = '', ...data], request, upstream) => [header, ...change(data, request, upstream)]);
/** Changes the header row. */
export const inHeader = (change: (text: string) => string) =>
  editRows(([first = '', ...data]) => [change(first), ...data]);
const ok = (_request: HttpRequest, _upstream: Upstream, response: { status: number }) =>
  response.status === 200;
const type = (text: string | undefined) =>
  replace('export.csv', { headers: text === undefined ? {} : { 'content-type': text } }, ok);
const day = (row: string) => row.slice(0, 10);
const utcDay = (row: string) => inOffset(row.split(',')[0] ?? '', 0).slice(0, 10);
/** Rows of the range widened by a day on both sides. */
function widened(request: HttpRequest, upstream: Upstream): string[] {
  const query = new URLSearchParams(request.query);
  for (const [name, days] of [
    ['since', -1],
    ['until', 1],
  ] as const) {
    const date = query.get(name);
    if (date !== null) query.set(name, addDays(date, days));
  }
  return upstream
    .pass({ ...request, query })
    .body.split(/\r?\n/)
    .slice(1)
    .filter((row) => row !== '');
}

const NO_TYPE = { allowed: 'the description does not state the content type of the export' };

const rows = by(inRows);
const header = by(inHeader);
const lines = by(editRows);
const text = by((change: (text: string) => string) => editText('export.csv', change));
const requests = by((change: (request: HttpRequest) => HttpRequest) => rewrite('export.csv', change));

breaking('export.csv', 'export.header')
  .add(
    'json',
    'The export is JSON.',
    replace('export.csv', { headers: { 'content-type': 'application/json' }, body: '[]' }, ok),
  )
  .add('json-type', 'The CSV is labeled application/json.', type('application/json'), NO_TYPE)
  .add('html-type', 'The CSV is labeled text/html.', type('text/html'), NO_TYPE)
  .add('no-type', 'The CSV has no content type.', type(undefined), NO_TYPE)
  .add('plain-type', 'The CSV is labeled text/plain.', type('text/plain'), NO_TYPE);
text.breaking('export.csv', 'export.header').add('empty', 'The body is empty.', () => '');
rows
  .breaking('export.rows', 'export.until', 'export.since')
  .add('header-only', 'Only the header is sent.', () => [])
  .add('last-lost', 'The last row is missing.', (data) => data.slice(0, -1))
  .add('first-lost', 'The first row is missing.', (data) => data.slice(1))
  .add('one-lost', 'One row in the middle is missing.', (data) =>
    data.filter((_row, index) => index !== data.length >> 1),
  )
  .add('one-doubled', 'One row appears twice.', (data) =>
    data.length > 3 ? data.toSpliced(2, 0, data[2] ?? '') : data,
  )
  .add('all-doubled', 'Every row appears twice.', (data) => data.flatMap((row) => [row, row]))
  .add('ties-merged', 'Rows that share time and bucket are merged.', (data) => [...new Set(data)], {
    state: { ties: 0.5 },
  })
  .add('capped-1000', 'At most 1000 rows are sent.', (data) => data.slice(0, 1000))
  .add('capped-200', 'At most 200 rows are sent.', (data) => data.slice(0, 200))
  .add('capped-500', 'At most 500 rows are sent.', (data) => data.slice(0, 500))
  .add('first-page', 'Only the first page of the feed is exported.', (data) => data.slice(0, 8))
  .add('zeros-lost', 'Reports of the bucket 0 are left out.', (data) =>
    data.filter((row) => row.split(',')[1] !== '0'),
  )
  .add('gone-today', 'Today is never exported.', (data, _request, { today }) =>
    data.filter((row) => day(row) !== today),
  );
lines
  .breaking('export.header', 'export.columns', 'export.csv')
  .add('no-header', 'The header is missing.', (all) => all.slice(1))
  .add('header-last', 'The header comes last.', ([first = '', ...data]) => [...data, first]);
header
  .breaking('export.header', 'export.columns', 'export.timestamp')
  .add('header-twice', 'The header comes twice.', (text) => `${text}\r\n${text}`);
lines
  .breaking('export.columns', 'export.timestamp', 'export.rows')
  .add(
    'header-middle',
    'The header is repeated every 500 rows.',
    ([first = '', ...data]) => [
      first,
      ...data.flatMap((row, index) => (index % 500 === 499 ? [row, first] : [row])),
    ],
    { state: { count: 1500, days: 45 } },
  );
header
  .breaking('export.timestamp', 'export.bucket', 'export.columns')
  .add('header-swapped', 'The header names the columns in a different order from the rows.', (text) =>
    text.replace('timestamp,bucket', 'bucket,timestamp'),
  );
header
  .breaking('export.header', 'export.columns', 'export.csv')
  .add('header-capital', 'Columns are capitalized.', (text) =>
    text.replace('timestamp', 'Timestamp').replace('bucket', 'Bucket').replace('has_photo', 'Has_photo'),
  )
  .add('header-created_at', 'The first column is called created_at.', (text) =>
    text.replace('timestamp', 'created_at'),
  )
  .add('header-value', 'The second column is called value.', (text) => text.replace('bucket', 'value'))
  .add(
    'header-comment',
    'A comment line precedes the header.',
    (text) => `# exported by the service\r\n${text}`,
  )
  .add('title-row', 'A title precedes the header.', (text) => `Queue reports\r\n${text}`)
  .add(
    'photo-header-missing',
    'The header has no name for the third column.',
    (text) => text.replace(',has_photo', ''),
    { forms: [1] },
  );
text
  .breaking('export.header', 'export.columns', 'export.csv')
  .add('semicolons', 'Columns are separated by semicolons.', (text) => text.replaceAll(',', ';'))
  .add('tabs', 'Columns are separated by tabs.', (text) => text.replaceAll(',', '\t'))
  .add('padded', 'Cells are padded with spaces.', (text) => text.replaceAll(',', ' , '));
rows
  .breaking('export.columns', 'export.timestamp', 'export.rows')
  .add('total-row', 'A row with the total is at the end.', (data) => [...data, `total,${data.length}`])
  .add('blank-row', 'A row of empty cells is in the middle.', (data) =>
    data.length > 2 ? data.toSpliced(2, 0, ',') : data,
  )
  .add('trailing-comma', 'Rows end in a comma that the header does not have.', (data) =>
    data.map((row) => `${row},`),
  );
rows
  .breaking('export.rows')
  .add(
    'photos-only',
    'Only reports with a photo are exported.',
    (data) => data.filter((row) => row.endsWith('True')),
    { forms: [1] },
  );
const misreadings = requests.breaking('export.since', 'export.until', 'export.rows');
for (const misreading of RANGE_MISREADINGS) misreadings.add(...misreading);
rows
  .breaking('export.since', 'export.until', 'export.rows')
  .add('until-exclusive', 'The last day of the range is left out.', (data, request) =>
    data.filter((row) => day(row) !== request.query.get('until')),
  )
  .add(
    'until-exclusive-ranges',
    'The last day is left out unless the range is a single day.',
    (data, request) =>
      data.filter(
        (row) =>
          request.query.get('since') === request.query.get('until') ||
          day(row) !== request.query.get('until'),
      ),
  )
  .add('since-exclusive', 'The first day of the range is left out.', (data, request) =>
    data.filter((row) => day(row) !== request.query.get('since')),
  )
  .add('last-hour-lost', 'The last hour of the last day is left out.', (data, request) =>
    data.filter((row) => !row.startsWith(`${request.query.get('until')}T23`)),
  )
  .add('last-minute-lost', 'The last minutes of the last day are left out.', (data, request) =>
    data.filter((row) => !(row.startsWith(`${request.query.get('until')}T23`) && row.slice(14, 16) >= '45')),
  )
  .add('utc-days', 'The range is cut by UTC days.', (_data, request, upstream) =>
    widened(request, upstream).filter(
      (row) =>
        utcDay(row) >= (request.query.get('since') ?? '') &&
        utcDay(row) <= (request.query.get('until') ?? '9999'),
    ),
  )
  .add('until-utc', 'The end of the range is UTC midnight.', (data, request) =>
    data.filter((row) => utcDay(row) <= (request.query.get('until') ?? '9999')),
  );
breaking('export.csv', 'http.answers').add(
  'redirect',
  'The export redirects to a file on another host.',
  (request, upstream) => {
    const response = upstream.pass(request);
    return isAt(request, 'export.csv') && response.status === 200
      ? { status: 302, headers: { location: 'https://files.example.edu/export.csv' }, body: '' }
      : response;
  },
);
