import { describe, expect, it } from 'vitest';
import { limits } from '../safety/limits.ts';
import { nested } from '../testing/hostile.fixture.ts';
import { isTooDeep, parseJson } from './json.ts';

describe('parseJson', () => {
  it('reads what is nested up to the limit, and nothing deeper', () => {
    expect(parseJson(nested(limits.jsonDepth))).toBeInstanceOf(Array);
    expect(parseJson(nested(limits.jsonDepth + 1))).toBeUndefined();
    expect(isTooDeep('{"a":'.repeat(3_000_000))).toBe(true);
  });

  it.each([
    JSON.stringify('['.repeat(1000)),
    JSON.stringify(['"['.repeat(1000), '\\']),
    JSON.stringify(Array.from({ length: 1000 }, () => [])),
  ])('counts no brackets in texts or side by side: %.20s…', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['', '{', '[1,]', 'undefined'])('is undefined for %j', (text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});
