import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, BUCKETS } from './bucket.ts';
import { instantOf, microsOf } from './micros.ts';

describe('Micros', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2026-11-20T20:30:00.123456Z', 1_795_206_600_123_456],
    ['1969-12-31T23:59:59.999999Z', -1],
    ['2255-01-01T00:00:00.000001Z', 8_993_721_600_000_001],
  ])('converts %s to %d and back', (text, micros) => {
    const instant = Temporal.Instant.from(text);
    expect(microsOf(instant)).toBe(micros);
    expect(instantOf(micros).equals(instant)).toBe(true);
  });
});

describe('a bucket', () => {
  it.each(BUCKETS.slice(1, -1).map((bucket) => [bucket]))('%s has a value inside it', (bucket) => {
    const [low = NaN, high = NaN] = bucket.split('-').map(Number);
    expect(BUCKET_VALUE[bucket]).toBeGreaterThanOrEqual(low);
    expect(BUCKET_VALUE[bucket]).toBeLessThanOrEqual(high);
    expect(Number.isInteger(BUCKET_VALUE[bucket])).toBe(true);
  });

  it('has the value 0 if empty, and more than 30 if open-ended', () => {
    expect(BUCKET_VALUE['0']).toBe(0);
    expect(BUCKET_VALUE['30+']).toBeGreaterThan(30);
  });
});
