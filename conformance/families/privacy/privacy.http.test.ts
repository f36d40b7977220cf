import { describe, expect, it } from 'vitest';
import { type Edit, edited, itFails } from '../../testing/edited-evidence.fixture.ts';
import { withOutcome } from '../../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';
import { isCoordinate, meaningOf, plainName } from './coordinates.ts';
import { hasEmail } from './privacy.ts';

itFails('export.csv', [
  [
    'privacy.coordinates-export',
    2,
    (body) => body.replace('bucket', 'bucket,lat').replaceAll('\r\n2', ',37.871234\r\n2'),
  ],
]);
itFails('reports', [
  ['privacy.anonymous', 2, (body) => body.replace('"id":', '"submitted_by":"a@b.example","id":')],
]);

it.each<[string, string, Edit]>([
  [
    'privacy.coordinates-feed',
    'reports',
    (body) => body.replace('"id":', '"at":{"x":-122.26012,"y":37.87161},"id":'),
  ],
  [
    'privacy.coordinates-export',
    'export.csv',
    (body) => body.replace('bucket', 'bucket,x,y').replaceAll('\r\n2', ',-122.26012,37.87161\r\n2'),
  ],
])('%s warns of a pair of numbers in %s that may be coordinates', async (requirement, endpoint, edit) => {
  const result = judgeEvidence(await edited(2, endpoint, edit));
  expect(withOutcome(result, 'warn')).toContain(requirement);
});

describe('hasEmail', () => {
  it.each(['a@b.cd', 'reach me: jo.e+x@mail.example.edu!', '@@a@b.cd', 'a@b@c.de', 'A@B.CD', 'x@1.2.3.ab'])(
    'finds the address in %j',
    (text) => expect(hasEmail(text)).toBe(true),
  );

  it.each(['', '@', 'a@b', 'a@.de', '@b.cd', 'a @b.cd', 'a@b.c', 'a@b.1.2', 'ü@b.cd'])(
    'finds none in %j',
    (text) => expect(hasEmail(text)).toBe(false),
  );

  // A search for the whole pattern takes minutes for each
  it.each([
    ['without an at sign', 'a'.repeat(4_000_000)],
    ['of at signs', '@'.repeat(4_000_000)],
    ['of names', 'a@'.repeat(2_000_000)],
    ['of a domain without letters', `a@1${'.1'.repeat(2_000_000)}`],
  ])('reads 4 MB %s', (_title, text) => {
    expect(hasEmail(text)).toBe(false);
  });
});

describe('coordinates', () => {
  const isFound = (name: string, value: unknown) => isCoordinate(meaningOf(plainName(name)), value);

  it.each([
    ['lat', 37.87],
    ['reportLatitude', '37.8716'],
    ['gps_lng', null],
    ['coordinates', [-122.26, 37.87]],
    ['position', '37.87, -122.26'],
  ])('are found in %s: %j', (name, value) => expect(isFound(name, value)).toBe(true));

  it.each([
    ['location', { name: 'Main hall' }],
    ['location', 'Main hall'],
    ['position', 3],
    ['lng', 'en'],
    ['latency', 12.5],
    ['coordinates', [1, 2]],
  ])('are not seen in %s: %j', (name, value) => expect(isFound(name, value)).toBe(false));
});
