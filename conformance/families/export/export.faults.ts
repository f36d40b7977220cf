import { editRows, editText, inOffset, replace, rewrite } from '../../reference/faults/edits.ts';
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

const NO_TYPE = { mustPass: 'the description does not state the content type of the export' };

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
  .add('one-lost', 'One row in the middle is missing.', (data) =>
    data.filter((_row, index) => index !== data.length >> 1),
  )
  .add('one-doubled', 'One row appears twice.', (data) =>
    data.length > 3 ? data.toSpliced(2, 0, data[2] ?? '') : data,
  )
  .add('ties-merged', 'Rows that share time and bucket are merged.', (data) => [...new Set(data)], {
    state: { ties: 0.5 },
  })
  .add('capped-500', 'At most 500 rows are sent.', (data) => data.slice(0, 500))
  .add('gone-today', 'Today is never exported.', (data, _request, { today }) =>
    data.filter((row) => day(row) !== today),
  );
lines
  .breaking('export.header', 'export.columns', 'export.csv')
  .add('no-header', 'The header is missing.', (all) => all.slice(1));
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
  );

rows
  .breaking('export.columns', 'export.timestamp', 'export.rows')
  .add('total-row', 'A row with the total is at the end.', (data) => [...data, `total,${data.length}`]);

const misreadings = requests.breaking('export.since', 'export.until', 'export.rows');
for (const misreading of RANGE_MISREADINGS) misreadings.add(...misreading);
rows
  .breaking('export.since', 'export.until', 'export.rows')
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
  .add('last-minute-lost', 'The last minutes of the last day are left out.', (data, request) =>
    data.filter((row) => !(row.startsWith(`${request.query.get('until')}T23`) && row.slice(14, 16) >= '45')),
  )
  .add('utc-days', 'The range is cut by UTC days.', (_data, request, upstream) =>
    widened(request, upstream).filter(
      (row) =>
        utcDay(row) >= (request.query.get('since') ?? '') &&
        utcDay(row) <= (request.query.get('until') ?? '9999'),
    ),
  );
