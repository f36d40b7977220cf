import { describe, expect, it } from 'vitest';
import { hasEmail } from './privacy.ts';

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
