import { describe, expect, it } from 'vitest';
import { edited, itFails } from '../../testing/edited-evidence.fixture.ts';
import { withOutcome } from '../../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';
import { holdsCoordinate } from './coordinates.ts';
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

it('warns of a photo that names a person, since only reports are promised to be anonymous', async () => {
  const named = (body: string) => body.replaceAll('"caption":', '"author_email":"a@b.example","caption":');
  const result = judgeEvidence(await edited(2, 'highlights', named));
  expect(withOutcome(result, 'warn')).toContain('privacy.anonymous');
  expect(withOutcome(result, 'fail')).toEqual([]);
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

describe('holdsCoordinate', () => {
  it.each([
    ['lat', 37.87],
    ['reportLatitude', '37.8716'],
    ['gps_lng', null],
    ['coordinates', [-122.26, 37.87]],
    ['position', '37.87, -122.26'],
  ])('finds them in %s: %j', (name, value) => expect(holdsCoordinate(name, value)).toBe(true));

  it.each([
    ['location', { name: 'Main hall' }],
    ['location', 'Main hall'],
    ['position', 3],
    ['lng', 'en'],
    ['latency', 12.5],
    ['coordinates', [1, 2]],
  ])('finds none in %s: %j', (name, value) => expect(holdsCoordinate(name, value)).toBe(false));
});
