import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indentedJson } from './indented-json.ts';

it('indents like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect(indentedJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      expect(indentedJson(JSON.stringify(value, null, 4))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it('is not much longer than what it indents, however deep that is', () => {
  const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
  expect(indentedJson(deep).length).toBeLessThan(deep.length * 110);
});

it('keeps numbers as they were sent, and what is not JSON', () => {
  expect(indentedJson('{"value":17.0,"id":12345678901234567890}')).toBe(
    '{\n  "value": 17.0,\n  "id": 12345678901234567890\n}',
  );
  expect(indentedJson('{"a":')).toBe('{"a":');
});
