import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST, readAddress, type ShownRequest, writeAddress } from './request-address.ts';

const IDS = ['getStatus', 'getChart'];

it('an address names an operation, its parameters, and what the mock is asked', () => {
  expect(
    readAddress('#getChart?since=2026-11-20&__example=closed&__code=429&__form=1&__key=none', IDS),
  ).toEqual({
    ...FIRST,
    form: 1,
    operationId: 'getChart',
    query: [['since', '2026-11-20']],
    scenario: 'closed',
    code: '429',
    hasKey: false,
  });
});

it('an operation alone is an address, and the shortest one', () => {
  expect(readAddress('#getStatus', IDS)).toEqual(FIRST);
  expect(writeAddress(FIRST)).toBe('#getStatus');
});

it.each(['', '#', '#ask-a-deployment', '#?since=2026-11-20', '#constructor'])(
  '%j is no address of a request',
  (hash) => {
    expect(readAddress(hash, IDS)).toBeNull();
  },
);

it('a preference that no header can have is left out', () => {
  expect(readAddress('#getStatus?__example=a%0Ab&__code=%C3%A9', IDS)).toEqual(FIRST);
});

it('every request survives its address', () => {
  const word = fc.constantFrom('', 'closed', '429');
  const name = fc
    .string({ minLength: 1 })
    .filter((text) => !/^__(form|key|example|code|now|time-zone|base)$/.test(text));
  const requests: fc.Arbitrary<ShownRequest> = fc.record({
    form: fc.constantFrom(1, 2),
    operationId: fc.constantFrom(...IDS),
    query: fc.array(fc.tuple(name, fc.string())),
    baseUrl: fc.constantFrom(null, 'https://headcount.example.edu'),
    scenario: word,
    code: word,
    hasKey: fc.boolean(),
    now: fc.constantFrom('', '2026-11-20T12:30:00-08:00'),
    timeZone: fc.constantFrom('', 'America/Los_Angeles'),
  });
  fc.assert(
    fc.property(requests, (request) => {
      expect(readAddress(writeAddress(request), IDS)).toEqual(request);
    }),
  );
});
