import type { RequirementId } from '../../contract/requirements.ts';
import { type Body, edit, inOffset, moved, replace } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';

const { faults, breaking, by } = familyOf('status');
/** Wrong values of the status, and a status that is sent wrongly. The gate finds one if any of the ids in `breaking` fails. */
export const statusFaults: readonly Fault[] = faults;

const inStatus = (change: (body: Body) => unknown) => edit('status', change);
const set = (name: string, value: unknown) => inStatus((body) => void (body[name] = value));

const status = by(inStatus);

const wrong = (
  id: string,
  name: 'estimate_display' | 'report_count',
  value: unknown,
  ...orElse: readonly RequirementId[]
) =>
  breaking(`status.${name}`, ...orElse).add(id, `\`${name}\` is ${JSON.stringify(value)}.`, set(name, value));
wrong('display-reversed', 'estimate_display', '22-13', 'status.display-agrees');
wrong('count-zero', 'report_count', 0, 'status.report_count-bounded', 'status.estimate-plausible');
wrong(
  'count-beyond-store',
  'report_count',
  999_999,
  'status.report_count-bounded',
  'status.estimate-plausible',
);
status
  .breaking('status.display-agrees', 'status.estimate-plausible')
  .add('value-outside-display', 'estimate_value is above the displayed range.', (body) => {
    body.estimate_value += 60;
  });

breaking('status.estimate_display', 'status.display-agrees').add(
  'display-elsewhere',
  'estimate_display is a range far from the value.',
  set('estimate_display', '400-500'),
);
status
  .breaking('status.last_updated', 'time.format')
  .add('updated-future', 'last_updated is two days in the future.', (body) => {
    body.last_updated = moved(body.last_updated, 2880);
  });
status
  .breaking('time.local-offset', 'status.last_updated')
  .add('updated-utc', 'last_updated is in UTC.', (body) => {
    body.last_updated = inOffset(body.last_updated, 0);
  })
  .add(
    'updated-summer',
    'In winter, last_updated has the offset of summer, at the right instant.',
    (body) => {
      body.last_updated = inOffset(body.last_updated, -420);
    },
  );
breaking('status.has_estimate', 'status.estimate-plausible').add(
  'false-with-value',
  'has_estimate is false although there is a full estimate.',
  set('has_estimate', false),
  {
    mustPass: 'the description does not say what the other fields hold without an estimate',
  },
);
status
  .breaking('status.has_estimate', 'status.message', 'status.hours', 'http.json')
  .add('in-data', 'The object is wrapped in `data`.', (body) => ({ data: body }));

breaking('http.answers', 'http.json')
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
  );
