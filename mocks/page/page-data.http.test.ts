import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODES } from '../http/preferences.ts';
import { openPrism } from '../http/prism.ts';
import { loadForm } from '../load-form.ts';
import { pageForms } from './page-forms.ts';

describe.each([1, 2] as const)('what the page knows of Form %i', (form) => {
  const { document, negotiate } = pageForms[form];
  const prism = loadForm(form).then(({ json }) => openPrism(json));

  it('makes it respond as Prism does to any query, credentials and requested status', async () => {
    const bodies = Object.fromEntries(
      CODES.filter((code) => code !== 200).map((code) => [code, { a: code }]),
    );
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom(...CODES), async (request, code) => {
        const expected = await (await prism)(request, bodies, code);
        const { status, body, parameterErrors } = await negotiate(request, bodies, code);
        expect({ status, body, parameterErrors }).toEqual({
          status: expected.status,
          body: expected.body,
          parameterErrors: expected.parameterErrors,
        });
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
    path: fc.constantFrom(...document.endpoints.map(({ path }) => path)),
    query: fc.array(fc.tuple(name, value), { maxLength: 3 }).map((pairs) => new URLSearchParams(pairs)),
    authorization: fc.constantFrom(undefined, 'Token any'),
  });
});
