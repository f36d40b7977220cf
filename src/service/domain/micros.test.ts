import { describe, expect, it } from 'vitest';
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
