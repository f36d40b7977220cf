import type { RequirementId } from '../../contract/requirements.ts';
import { type Body, bare, edit, editText, inOffset, moved, replace } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';

const { faults, breaking, by } = familyOf('status');
export const statusFaults: readonly Fault[] = faults;

const inStatus = (change: (body: Body) => unknown) => edit('status', change);
const set = (name: string, value: unknown) => inStatus((body) => void (body[name] = value));
const CLOSED = { now: '2026-11-20T03:10:00', closedFields: 'zeros' } as const;
const CLOSED_NULLS = { now: '2026-11-20T03:10:00' } as const;

const status = by(inStatus);
const text = by((change: (text: string) => string) => editText('status', change));

type Member =
  | 'has_estimate'
  | 'message'
  | 'estimate_display'
  | 'estimate_value'
  | 'report_count'
  | 'last_updated'
  | 'hours';
const missing = (name: Member, ...also: readonly RequirementId[]) =>
  status
    .breaking(`status.${name}`, ...also)
    .add(`no-${name}`, `\`${name}\` is missing.`, (body) => void delete body[name]);
const wrong = (id: string, name: Member, value: unknown, ...also: readonly RequirementId[]) =>
  breaking(`status.${name}`, ...also).add(id, `\`${name}\` is ${JSON.stringify(value)}.`, set(name, value));

missing('has_estimate');
missing('message');
missing('estimate_display');
missing('estimate_value');
missing('report_count');
missing('last_updated', 'time.format');
missing('hours');
wrong('has_estimate-text', 'has_estimate', 'true');
wrong('has_estimate-number', 'has_estimate', 1);
wrong('has_estimate-null', 'has_estimate', null);
wrong('message-number', 'message', 0);
wrong('message-false', 'message', false);
wrong('message-list', 'message', []);
wrong('message-object', 'message', { text: 'hello' });
wrong('display-null', 'estimate_display', null);
wrong('display-number', 'estimate_display', 17);
wrong('display-single', 'estimate_display', '17');
wrong('display-dash', 'estimate_display', '13–22');
wrong('display-spaces', 'estimate_display', '13 - 22');
wrong('display-words', 'estimate_display', '13-22 people');
wrong('display-to', 'estimate_display', '13 to 22');
wrong('display-open-end', 'estimate_display', '30+');
wrong('display-empty', 'estimate_display', '');
wrong('display-reversed', 'estimate_display', '22-13', 'status.display-agrees');
wrong('display-list', 'estimate_display', [13, 22]);
wrong('value-null', 'estimate_value', null);
wrong('value-negative', 'estimate_value', -3.2);
wrong('value-list', 'estimate_value', [17]);
wrong('count-text', 'report_count', '5');
wrong('count-null', 'report_count', null);
wrong('count-negative', 'report_count', -1);
wrong('count-fraction', 'report_count', 4.5);
wrong('count-zero', 'report_count', 0, 'status.report_count-bounded', 'status.estimate-plausible');
wrong(
  'count-beyond-store',
  'report_count',
  999_999,
  'status.report_count-bounded',
  'status.estimate-plausible',
);
wrong('updated-null', 'last_updated', null, 'time.format');
wrong('updated-number', 'last_updated', 1_790_000_000, 'time.format');
wrong('updated-words', 'last_updated', '5 minutes ago', 'time.format');
wrong('hours-null', 'hours', null);
wrong('hours-list', 'hours', []);
wrong('hours-text', 'hours', '7:30am-11:45pm');

status
  .breaking('status.estimate_value')
  .add('value-text', 'estimate_value is the number as a string.', (body) => {
    body.estimate_value = String(body.estimate_value);
  });
status
  .breaking('status.display-agrees', 'status.estimate-plausible')
  .add('value-hundredfold', 'estimate_value is a hundred times too large.', (body) => {
    body.estimate_value *= 100;
  })
  .add('value-outside-display', 'estimate_value is above the displayed range.', (body) => {
    body.estimate_value += 60;
  });
status
  .breaking('status.estimate-plausible')
  .add('estimate-tenfold', 'The value and the range are ten times too high.', (body) => {
    body.estimate_value *= 10;
    body.estimate_display = String(body.estimate_display).replace(/\d+/g, '$&0');
  });
breaking('status.estimate_display', 'status.display-agrees').add(
  'display-elsewhere',
  'estimate_display is a range far from the value.',
  set('estimate_display', '400-500'),
);
status
  .breaking('status.last_updated', 'time.format')
  .add('updated-bare', 'last_updated has no offset.', (body) => {
    body.last_updated = bare(body.last_updated);
  })
  .add('updated-date', 'last_updated is a date only.', (body) => {
    body.last_updated = body.last_updated.slice(0, 10);
  })
  .add('updated-space', 'last_updated has a space for the T.', (body) => {
    body.last_updated = body.last_updated.replace('T', ' ');
  })
  .add('updated-future', 'last_updated is two days in the future.', (body) => {
    body.last_updated = moved(body.last_updated, 2880);
  });
status
  .breaking('time.local-offset', 'status.last_updated')
  .add('updated-utc', 'last_updated is in UTC.', (body) => {
    body.last_updated = inOffset(body.last_updated, 0);
  })
  .add('updated-plus-zero', 'last_updated is in UTC as `+00:00`.', (body) => {
    body.last_updated = inOffset(body.last_updated, 0).replace('Z', '+00:00');
  })
  .add(
    'updated-summer',
    'In winter, last_updated has the offset of summer, at the right instant.',
    (body) => {
      body.last_updated = inOffset(body.last_updated, -420);
    },
  )
  .add('updated-local-z', 'last_updated is local time labeled Z.', (body) => {
    body.last_updated = `${bare(body.last_updated)}Z`;
  });
breaking('status.has_estimate', 'status.estimate-plausible')
  .add(
    'false-with-value',
    'has_estimate is false although there is a full estimate.',
    set('has_estimate', false),
    {
      allowed: 'the description does not say what the other fields hold without an estimate',
    },
  )
  .add('estimate-null-closed', 'has_estimate is null while closed.', set('has_estimate', null), {
    state: CLOSED,
  });
breaking('status.message').add(
  'message-empty',
  'message is an empty string instead of null.',
  set('message', ''),
  { allowed: 'an empty string is a string' },
);
status
  .breaking('status.has_estimate', 'status.message', 'status.hours', 'http.json')
  .add('in-data', 'The object is wrapped in `data`.', (body) => ({ data: body }))
  .add('in-list', 'The object is in a list.', (body) => [body])
  .add('camel-case', 'Field names are in camelCase.', (body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  );
status.breaking('http.answers', 'http.json').add('null-body', 'The body is null.', () => null);
text
  .breaking('http.answers', 'http.json')
  .add('not-json', 'The body is cut off.', (text) => text.slice(0, -5))
  .add('empty-body', 'The body is empty.', () => '')
  .add('single-quotes', 'The body is written with single quotes.', (text) => text.replaceAll('"', "'"));
breaking('http.answers', 'http.json')
  .add(
    'html',
    'The response is an HTML page.',
    replace(
      'status',
      { headers: { 'content-type': 'text/html' }, body: '<html>ok</html>' },
      (_request, _upstream, response) => response.status === 200,
    ),
  )
  .add(
    'text-type',
    'The JSON is labeled text/html.',
    replace(
      'status',
      { headers: { 'content-type': 'text/html' } },
      (_request, _upstream, response) => response.status === 200,
    ),
  )
  .add(
    'plain-type',
    'The JSON is labeled text/plain.',
    replace(
      'status',
      { headers: { 'content-type': 'text/plain; charset=utf-8' } },
      (_request, _upstream, response) => response.status === 200,
    ),
  )
  .add(
    'zstd',
    'The body is compressed with zstd, which nobody asked for.',
    replace(
      'status',
      { headers: { 'content-type': 'application/json', 'content-encoding': 'zstd' }, body: '(\ufffd/\ufffd' },
      (_request, _upstream, response) => response.status === 200,
    ),
  )
  .add(
    'status-201',
    'The response has status 201.',
    replace('status', { status: 201 }, (_request, _upstream, response) => response.status === 200),
  )
  .add(
    'status-204',
    'The response is 204 without a body.',
    replace('status', { status: 204, body: '' }, (_request, _upstream, response) => response.status === 200),
  )
  .add(
    'status-203',
    'The response has status 203.',
    replace('status', { status: 203 }, (_request, _upstream, response) => response.status === 200),
  );
breaking('status.report_count').add(
  'report-count-null-closed',
  'report_count is null while closed.',
  set('report_count', null),
  { state: CLOSED_NULLS },
);
