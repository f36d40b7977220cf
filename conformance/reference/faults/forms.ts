import { edit, editRows, type Fault, familyOf, isAt } from './fault.ts';

const { faults, add } = familyOf('forms');
export const formsFaults: readonly Fault[] = faults;
const one = { forms: [1] } as const;
const two = { forms: [2] } as const;

add(
  'highlights-in-1',
  'The highlights endpoint exists in Form 1.',
  (ask, up) => {
    if (!isAt(ask, 'highlights')) return up.pass(ask);
    const answer = up.pass({ ...ask, path: ask.path.replace('highlights', 'status') });
    return answer.status === 200 ? { ...answer, body: '{"highlights":[]}' } : answer;
  },
  one,
);
add(
  'open_window-in-1',
  'Charts of single days carry an open window in Form 1.',
  edit(
    'chart',
    (body, ask) =>
      void (
        (ask.query.size === 0 || ask.query.get('since') === ask.query.get('until')) &&
        (body.open_window = {
          start: '2026-11-20T07:30:00-08:00',
          end: '2026-11-20T23:45:00-08:00',
          closed: [],
        })
      ),
  ),
  one,
);
add(
  'open_window-null-in-1',
  'Charts carry an open window of null in Form 1.',
  edit('chart', (body) => void (body.open_window = null)),
  one,
);
add(
  'open_window-null-long-in-1',
  'Charts of long ranges carry an open window of null in Form 1.',
  edit(
    'chart',
    (body, ask) =>
      void (
        ask.query.size === 2 &&
        ask.query.get('since') !== ask.query.get('until') &&
        (body.open_window = null)
      ),
  ),
  one,
);
add(
  'open_hours-in-1',
  'Patterns carry open hours in Form 1.',
  edit('patterns', (body) => void (body.open_hours = { first: 7, last: 23 })),
  one,
);
add(
  'numeric-in-1',
  'Buckets are numeric labels in Form 1.',
  edit(
    'reports',
    (body) =>
      void body.results.forEach((item: { bucket: string }) => {
        item.bucket = String(Number.parseInt(item.bucket, 10));
      }),
  ),
  one,
);
add(
  'numeric-in-1-export',
  'Buckets are numeric labels in the export of Form 1.',
  editRows(([header = '', ...rows]) => [
    header,
    ...rows.map((row) => row.replace(',20-30,', ',25,').replace(',30+,', ',35,')),
  ]),
  one,
);
add(
  'photo_url-in-2',
  'Feed items carry photo_url in Form 2.',
  edit(
    'reports',
    (body) =>
      void body.results.forEach((item: Record<string, unknown>) => {
        item['photo_url'] = null;
      }),
  ),
  two,
);
add(
  'photo_url-once-in-2',
  'Some few feed items carry photo_url in Form 2.',
  edit(
    'reports',
    (body) =>
      void body.results.forEach((item: Record<string, number | string>) => {
        if (Number(item['id']) % 97 === 3) item['photo_url'] = 'https://photos.example.edu/p/4.jpg';
      }),
  ),
  two,
);
add(
  'has_photo-in-2',
  'The export has a column has_photo in Form 2.',
  editRows(([header, ...rows]) => [`${header},has_photo`, ...rows.map((row) => `${row},False`)]),
  two,
);
add(
  'photo-in-2',
  'Feed items carry has_photo in Form 2.',
  edit(
    'reports',
    (body) =>
      void body.results.forEach((item: Record<string, unknown>) => {
        item['has_photo'] = false;
      }),
  ),
  two,
);
add(
  'ranges-plus-in-2',
  'The highest label of Form 2 is not numeric.',
  edit(
    'reports',
    (body) =>
      void body.results.forEach((item: { bucket: string }) => {
        item.bucket = item.bucket.replace('35', '30+');
      }),
  ),
  two,
);
add(
  'export-plus-in-2',
  'The highest label of Form 2 is not numeric in the export.',
  editRows((rows) => rows.map((row) => row.replace(/,35$/, ',30+'))),
  two,
);
add(
  'no-open_window',
  'Form 2 charts are those of Form 1.',
  edit('chart', (body) => void delete body.open_window),
  two,
);
add(
  'no-open_hours',
  'Form 2 patterns are those of Form 1.',
  edit('patterns', (body) => void delete body.open_hours),
  two,
);
add(
  'no-highlights',
  'Form 2 has no highlights endpoint.',
  (ask, up) =>
    isAt(ask, 'highlights')
      ? { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' }
      : up.pass(ask),
  two,
);
