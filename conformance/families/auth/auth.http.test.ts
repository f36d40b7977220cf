import { expect, it } from 'vitest';
import { isDate } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';
import { type Change, gateOn, withOutcome } from '../../testing/run-gate.fixture.ts';

const FORBIDDEN = { status: 403, headers: { 'content-type': 'text/html' }, body: '<title>Blocked</title>' };
const datesOf = ({ query }: HttpRequest) =>
  [query.get('since'), query.get('until')].filter((date) => date !== null);
const PARAMETERS = ['since', 'until', 'limit', 'cursor', 'days'];

it.each<[string, Change]>([
  [
    'dates that do not look like dates',
    (response, request) =>
      datesOf(request).every((date) => /^\d{4}-\d\d-\d\d$/.test(date)) ? response : FORBIDDEN,
  ],
  ['dates that do not exist', (response, request) => (datesOf(request).every(isDate) ? response : FORBIDDEN)],
  [
    'unknown parameters',
    (response, { query }) =>
      [...query.keys()].every((name) => PARAMETERS.includes(name)) ? response : FORBIDDEN,
  ],
])('a firewall that blocks %s fails no requirement', async (_title, block) => {
  const result = await gateOn({ form: 2 }, block);
  expect(withOutcome(result, 'fail')).toEqual([]);
  expect(result.exitCode).toBe(0);
});
