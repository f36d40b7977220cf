import { expect, it } from 'vitest';
import { type Breach, change, failuresOf, type Gap } from '../../testing/edited-evidence.fixture.ts';

it.each<Gap>([
  ['links without the limit', 'reports', (body) => body.replace(/&limit=\d+/g, '')],
  [
    'previous that is always null',
    'reports',
    (body) => body.replace(/"previous":"[^"]*"/, '"previous":null'),
  ],
])('does not fail %s, which the description leaves open', async (_, endpoint, edit) => {
  for (const form of [1, 2] as const) expect(await failuresOf(form, endpoint, edit)).toEqual([]);
});

it.each<Breach>([
  ['reports.bucket', 2, 'reports', (body) => body.replace('"bucket":"15"', '"bucket":"11-twenty"')],
  ['reports.photo_url', 1, 'reports', (body) => body.replaceAll('https://photos.example.edu', 'no photo ')],
  [
    'reports.walk',
    2,
    'reports',
    (body, { params }) =>
      params['cursor'] !== undefined
        ? change(body, (page: { results: unknown[] }) => page.results.splice(5, 1))
        : body,
  ],
  ['reports.id-unique', 2, 'reports', (body) => body.replace(/"id":3\d\d/g, '"id":300')],
  [
    'reports.next-null',
    2,
    'reports',
    (body, { step }) => (step === 'reports-end' ? body.replace(/"next":"[^"]*"/, '"next":null') : body),
  ],
])('%s fails in form %i: %s', async (requirement, form, endpoint, edit) => {
  expect(await failuresOf(form, endpoint, edit)).toContain(requirement);
});
