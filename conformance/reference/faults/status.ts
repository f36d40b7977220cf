import { type Body, bare, edit, editText, type Fault, familyOf, inOffset, moved, replace } from './fault.ts';

const { faults, add } = familyOf('status');
export const statusFaults: readonly Fault[] = faults;

const status = (change: (body: Body) => unknown) => edit('status', change);
const set = (name: string, value: unknown) => status((body) => void (body[name] = value));
const CLOSED = { now: '2026-11-20T03:10:00', closedFields: 'zeros' } as const;
const CLOSED_NULLS = { now: '2026-11-20T03:10:00' } as const;

for (const name of [
  'has_estimate',
  'message',
  'estimate_display',
  'estimate_value',
  'report_count',
  'last_updated',
  'hours',
]) {
  add(
    `no-${name}`,
    `\`${name}\` is missing.`,
    status((body) => void delete body[name]),
  );
}
const wrong: readonly (readonly [string, string, unknown])[] = [
  ['has_estimate-text', 'has_estimate', 'true'],
  ['has_estimate-number', 'has_estimate', 1],
  ['has_estimate-null', 'has_estimate', null],
  ['message-number', 'message', 0],
  ['message-false', 'message', false],
  ['message-list', 'message', []],
  ['message-object', 'message', { text: 'hello' }],
  ['display-null', 'estimate_display', null],
  ['display-number', 'estimate_display', 17],
  ['display-single', 'estimate_display', '17'],
  ['display-dash', 'estimate_display', '13–22'],
  ['display-spaces', 'estimate_display', '13 - 22'],
  ['display-words', 'estimate_display', '13-22 people'],
  ['display-to', 'estimate_display', '13 to 22'],
  ['display-open-end', 'estimate_display', '30+'],
  ['display-empty', 'estimate_display', ''],
  ['display-reversed', 'estimate_display', '22-13'],
  ['display-list', 'estimate_display', [13, 22]],
  ['value-null', 'estimate_value', null],
  ['value-negative', 'estimate_value', -3.2],
  ['value-list', 'estimate_value', [17]],
  ['count-text', 'report_count', '5'],
  ['count-null', 'report_count', null],
  ['count-negative', 'report_count', -1],
  ['count-fraction', 'report_count', 4.5],
  ['count-zero', 'report_count', 0],
  ['count-beyond-store', 'report_count', 999_999],
  ['updated-null', 'last_updated', null],
  ['updated-number', 'last_updated', 1_790_000_000],
  ['updated-words', 'last_updated', '5 minutes ago'],
  ['hours-null', 'hours', null],
  ['hours-list', 'hours', []],
  ['hours-text', 'hours', '7:30am-11:45pm'],
];
for (const [id, name, value] of wrong) add(id, `\`${name}\` is ${JSON.stringify(value)}.`, set(name, value));

add(
  'value-text',
  'estimate_value is the number as a string.',
  status((body) => void (body.estimate_value = String(body.estimate_value))),
);
add(
  'value-hundredfold',
  'estimate_value is a hundred times too large.',
  status((body) => void (body.estimate_value *= 100)),
);
add(
  'value-outside-display',
  'estimate_value lies above the displayed range.',
  status((body) => void (body.estimate_value += 60)),
);
add(
  'display-elsewhere',
  'estimate_display is a range far from the value.',
  set('estimate_display', '400-500'),
);
add(
  'updated-bare',
  'last_updated has no offset.',
  status((body) => void (body.last_updated = bare(body.last_updated))),
);
add(
  'updated-utc',
  'last_updated is in UTC.',
  status((body) => void (body.last_updated = inOffset(body.last_updated, 0))),
);
add(
  'updated-plus-zero',
  'last_updated is in UTC as `+00:00`.',
  status((body) => void (body.last_updated = inOffset(body.last_updated, 0).replace('Z', '+00:00'))),
);
add(
  'updated-date',
  'last_updated is a date only.',
  status((body) => void (body.last_updated = body.last_updated.slice(0, 10))),
);
add(
  'updated-space',
  'last_updated has a space for the T.',
  status((body) => void (body.last_updated = body.last_updated.replace('T', ' '))),
);
add(
  'updated-colonless',
  'last_updated has an offset without colon.',
  status((body) => void (body.last_updated = body.last_updated.replace(/:(\d\d)$/, '$1'))),
);
add(
  'updated-future',
  'last_updated lies two days ahead.',
  status((body) => void (body.last_updated = moved(body.last_updated, 2880))),
);
add(
  'updated-local-z',
  'last_updated is local time labelled Z.',
  status((body) => void (body.last_updated = `${bare(body.last_updated)}Z`)),
);
add('false-with-value', 'has_estimate is false beside a full estimate.', set('has_estimate', false), {
  arguable: 'what the other fields hold when has_estimate is false is not told',
});
add('message-empty', 'message is an empty string instead of null.', set('message', ''), {
  arguable: 'an empty string is a string',
});
add(
  'in-data',
  'The object is wrapped in `data`.',
  status((body) => ({ data: body })),
);
add(
  'in-list',
  'The object stands in a list.',
  status((body) => [body]),
);
add(
  'camel-case',
  'Field names are in camelCase.',
  status((body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  ),
);
add(
  'null-body',
  'The body is null.',
  status(() => null),
);
add(
  'not-json',
  'The body is cut off.',
  editText('status', (text) => text.slice(0, -5)),
);
add(
  'empty-body',
  'The body is empty.',
  editText('status', () => ''),
);
add(
  'single-quotes',
  'The body is written with single quotes.',
  editText('status', (text) => text.replaceAll('"', "'")),
);
add(
  'html',
  'The answer is an HTML page.',
  replace(
    'status',
    { headers: { 'content-type': 'text/html' }, body: '<html>ok</html>' },
    (_ask, _up, answer) => answer.status === 200,
  ),
);
add(
  'text-type',
  'The JSON is labelled text/html.',
  replace(
    'status',
    { headers: { 'content-type': 'text/html' } },
    (_ask, _up, answer) => answer.status === 200,
  ),
);
add(
  'status-201',
  'The answer has status 201.',
  replace('status', { status: 201 }, (_ask, _up, answer) => answer.status === 200),
);
add(
  'status-204',
  'The answer is 204 without a body.',
  replace('status', { status: 204, body: '' }, (_ask, _up, answer) => answer.status === 200),
);
add(
  'status-203',
  'The answer has status 203.',
  replace('status', { status: 203 }, (_ask, _up, answer) => answer.status === 200),
);
add('estimate-null-closed', 'has_estimate is null while closed.', set('has_estimate', null), {
  state: CLOSED,
});
add('report-count-null-closed', 'report_count is null while closed.', set('report_count', null), {
  state: CLOSED_NULLS,
});
