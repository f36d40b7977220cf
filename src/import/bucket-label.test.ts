import { describe, expect, it } from 'vitest';
import { parseBucketLabel } from './bucket-label.ts';

describe('parseBucketLabel', () => {
  it.each([
    ['0', '0'],
    ['1-5', '1-5'],
    ['6-10', '6-10'],
    ['11-20', '11-20'],
    ['20-30', '20-30'],
    ['30+', '30+'],
    ['3', '1-5'],
    ['8', '6-10'],
    ['15', '11-20'],
    ['25', '20-30'],
    ['35', '30+'],
  ])('reads %s, a label of either form, as %s', (label, bucket) => {
    expect(parseBucketLabel(label)).toBe(bucket);
  });

  it.each(['', '4', '00', '1–5', ' 0', '30', 'none', 3, null, undefined])(
    'refuses %s and lists what is allowed',
    (label) => {
      expect(() => parseBucketLabel(label)).toThrow(
        /^bucket .* is not one of 0, 1-5, .* \(Form 1\) or 0, 3, .*35/,
      );
    },
  );
});
