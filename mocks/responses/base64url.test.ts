import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

it('decodes what it has encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(encodeBase64Url(text)).toBe(Buffer.from(text).toString('base64url'));
      expect(decodeBase64Url(encodeBase64Url(text))).toBe(text);
    }),
  );
});

it('decodes any other ASCII text as leniently as Node', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'abzAZ09+/-_= %') });
  fc.assert(
    fc.property(fc.oneof(digits, fc.string({ unit: 'binary-ascii' })), (text) => {
      expect(decodeBase64Url(text)).toBe(Buffer.from(text, 'base64url').toString('latin1'));
    }),
    { numRuns: 1000 },
  );
});
