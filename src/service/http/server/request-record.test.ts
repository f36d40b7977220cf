import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../keys/api-key.ts';
import { requestIdOf, traceIdOf } from './request-record.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('requestIdOf', () => {
  it('is a new UUID for each request without an id', () => {
    const ids = Array.from({ length: 1000 }, () => requestIdOf({}));
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['a', '4bf92f3577b34da6a3ce929d0e0e4736', 'E5A2:3C4B.1~2_x-9', 'x-'.repeat(32)])(
    'keeps %s',
    (id) => {
      expect(requestIdOf({ 'x-request-id': id })).toBe(id);
    },
  );

  it.each([
    '',
    'x-'.repeat(33),
    'two words',
    'one, two',
    'a\nlevel=50',
    'a\u001b[31m',
    'a\u0085b',
    '{"level":50}',
    '<script>',
    'é',
    `${'x-'.repeat(31)}\n`,
    newApiKey(),
    `request:${newApiKey()}`,
    newApiKey().slice(3),
  ])('replaces %j by a UUID', (id) => {
    expect(requestIdOf({ 'x-request-id': id })).toMatch(UUID);
  });
});

describe('traceIdOf', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

  it.each([`00-${TRACE}-00f067aa0ba902b7-01`, `01-${TRACE}-00f067aa0ba902b7-00-more`])(
    'of %s',
    (traceparent) => {
      expect(traceIdOf({ traceparent })).toBe(TRACE);
    },
  );

  it.each([
    undefined,
    '',
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
    `00-${TRACE}-00f067aa0ba902b7-01\n`,
    `00-${TRACE}-00f067aa0ba902b7-01${'x'.repeat(500)}`,
    `00-${TRACE}`,
  ])('is undefined for %j', (traceparent) => {
    expect(traceIdOf({ traceparent })).toBeUndefined();
  });
});
