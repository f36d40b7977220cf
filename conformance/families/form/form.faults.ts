import { type Body, edit, editRows, isAt } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';

const { faults, breaking, by } = familyOf('forms');
export const formsFaults: readonly Fault[] = faults;

const one = { forms: [1] } as const;
const two = { forms: [2] } as const;
const whole = (behaviour: Fault['respond']) => behaviour;
const items = (change: (item: Body) => void) => edit('reports', (body) => void body.results.forEach(change));
const form1 = by(whole, one);
const form2 = by(whole, two);
const chart1 = by((change: Parameters<typeof edit>[1]) => edit('chart', change), one);
const items1 = by(items, one);
const items2 = by(items, two);
const rows2 = by(editRows, two);

form1
  .breaking('form.no-highlights')
  .add('highlights-in-1', 'The highlights endpoint exists in Form 1.', (request, upstream) => {
    if (!isAt(request, 'highlights')) return upstream.pass(request);
    const response = upstream.pass({ ...request, path: request.path.replace('highlights', 'status') });
    return response.status === 200 ? { ...response, body: '{"highlights":[]}' } : response;
  });
chart1
  .breaking('form.no-open-window')
  .add('open_window-in-1', 'Charts of single days carry an open window in Form 1.', (body, request) => {
    if (request.query.size > 0 && request.query.get('since') !== request.query.get('until')) return;
    body.open_window = { start: '2026-11-20T07:30:00-08:00', end: '2026-11-20T23:45:00-08:00', closed: [] };
  })
  .add('open_window-null-in-1', 'Charts carry an open window of null in Form 1.', (body) => {
    body.open_window = null;
  })
  .add(
    'open_window-null-long-in-1',
    'Charts of long ranges carry an open window of null in Form 1.',
    (body, request) => {
      if (request.query.size === 2 && request.query.get('since') !== request.query.get('until'))
        body.open_window = null;
    },
  );
form1.breaking('form.no-open-hours').add(
  'open_hours-in-1',
  'Patterns carry open hours in Form 1.',
  edit('patterns', (body) => void (body.open_hours = { first: 7, last: 23 })),
);
items1
  .breaking('reports.bucket', 'form.declared')
  .add('numeric-in-1', 'Buckets are numeric labels in Form 1.', (item) => {
    item.bucket = String(Number.parseInt(item.bucket, 10));
  });
items2
  .breaking('form.no-photo-info')
  .add('photo_url-in-2', 'Feed items carry photo_url in Form 2.', (item) => void (item.photo_url = null))
  .add('photo_url-once-in-2', 'A few feed items carry photo_url in Form 2.', (item) => {
    if (item.id % 97 === 3) item.photo_url = 'https://photos.example.edu/p/4.jpg';
  })
  .add('photo-in-2', 'Feed items carry has_photo in Form 2.', (item) => void (item.has_photo = false))
  .add('photo-object-in-2', 'A few feed items carry a photo in Form 2.', (item) => {
    if (item.id % 97 === 3) item.photo = { url: 'https://photos.example.edu/p/4.jpg' };
  });
rows2
  .breaking('form.no-photo-info')
  .add('has_photo-in-2', 'The export has a column has_photo in Form 2.', ([header, ...rows]) => [
    `${header},has_photo`,
    ...rows.map((row) => `${row},False`),
  ]);
items2
  .breaking('reports.bucket')
  .add('ranges-plus-in-2', 'The highest label of Form 2 is not numeric.', (item) => {
    item.bucket = item.bucket.replace('35', '30+');
  });
form2
  .breaking('form.declared', 'http.answers', 'highlights.highlights')
  .add('no-highlights', 'Form 2 has no highlights endpoint.', (request, upstream) =>
    isAt(request, 'highlights')
      ? { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' }
      : upstream.pass(request),
  );
for (const status of [501, 502])
  breaking('form.no-highlights', 'http.no-server-error').add(
    `highlights-${status}-in-1`,
    `A gateway responds to the missing highlights endpoint with ${status}.`,
    (request, upstream) =>
      isAt(request, 'highlights') ? { status, headers: {}, body: '' } : upstream.pass(request),
    { forms: [1], mustPass: 'nothing says how Form 1 responds to a path that it does not have' },
  );
breaking('form.no-highlights', 'http.no-server-error').add(
  'every-path-a-page',
  'Every unknown path responds with the page of an application.',
  (request, upstream) => {
    const response = upstream.pass(request);
    return response.status === 404
      ? {
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: '<!doctype html><title>Queue</title>',
        }
      : response;
  },
  { forms: [1], mustPass: 'a page has no highlights' },
);
