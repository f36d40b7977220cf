import { change, itAllows, itFails } from '../../testing/edited-evidence.fixture.ts';

itAllows('reports', [
  ['links without the limit', (body) => body.replace(/&limit=\d+/g, '')],
  ['previous that is always null', (body) => body.replace(/"previous":"[^"]*"/, '"previous":null')],
]);

itFails('reports', [
  ['reports.bucket', 2, (body) => body.replace('"bucket":"15"', '"bucket":"11-twenty"')],
  ['reports.photo_url', 1, (body) => body.replaceAll('https://photos.example.edu', 'no photo ')],
  [
    'reports.walk',
    2,
    (body, { params }) =>
      params['cursor'] !== undefined
        ? change(body, (page: { results: unknown[] }) => page.results.splice(5, 1))
        : body,
  ],
  ['reports.id-unique', 2, (body) => body.replace(/"id":3\d\d/g, '"id":300')],
  [
    'reports.next-null',
    2,
    (body, { step }) => (step === 'reports-end' ? body.replace(/"next":"[^"]*"/, '"next":null') : body),
  ],
]);
