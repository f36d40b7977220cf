import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builderIn } from '../clock.ts';
import { handle, sent } from '../http/handle.ts';
import { CODES } from '../http/preferences.ts';
import { openPrism } from '../http/prism.ts';
import { loadForm } from '../load-form.ts';
import { NOON } from '../mock-under-test.fixture.ts';
import { pageForms } from './page-forms.ts';

describe.each([1, 2] as const)('what the page knows of Form %i', (form) => {
  it('makes it respond as with Prism to any query, credentials and requested status', async () => {
    const { document, negotiate } = pageForms[form];
    const now = Temporal.Instant.from(NOON.now);
    const common = { scenario: 'rush', delay: 0, build: builderIn(NOON.timeZone), clock: () => now } as const;
    const inPage = { ...common, document, negotiate };
    const published = await loadForm(form);
    const served = { ...common, document: published, negotiate: await openPrism(published.json) };
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, query, code, authorization }) => {
        const url = new URL(`http://mock${path}?${query}`);
        const request = { method: 'GET', url, baseUrl: 'http://mock', prefer: code, authorization };
        expect(sent(await handle(inPage, request))).toEqual(sent(await handle(served, request)));
      }),
      { numRuns: 300 },
    );
  });

  const value = fc.oneof(
    fc.constantFrom(
      '',
      '2026-11-20',
      '2026-02-30',
      'yesterday',
      '8',
      '0',
      '-1',
      '201',
      '1e2',
      '0x10',
      ' 7',
      '7.5',
      'null',
      'true',
      '٣',
    ),
    fc.string(),
  );
  const name = fc.constantFrom(
    'since',
    'until',
    'limit',
    'cursor',
    'days',
    'SINCE',
    'Limit',
    'other',
    '__code',
    'a/b',
  );
  const requests = fc.record({
    path: fc.constantFrom(...pageForms[form].document.endpoints.map(({ path }) => path)),
    query: fc.array(fc.tuple(name, value), { maxLength: 3 }).map((pairs) => new URLSearchParams(pairs)),
    code: fc.constantFrom(undefined, ...CODES.map((code) => `code=${code}`)),
    authorization: fc.constantFrom(undefined, 'Token any'),
  });
});
