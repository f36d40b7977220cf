import { expect, it } from 'vitest';
import { listEndpoints } from './endpoints.ts';

it('the example of a 404 lists the endpoints of the form, in the order of its paths', () => {
  const examples = { 'not-found': { value: { detail: 'The path /x does not exist.' } } };
  const content = { 'application/problem+json': { examples } };
  listEndpoints({ paths: { '/b': {}, '/a': {} }, components: { responses: { NotFound: { content } } } }, 2);
  expect(examples['not-found'].value.detail).toBe(
    'The path /x does not exist. The endpoints of Form 2 are /b, /a.',
  );
});
