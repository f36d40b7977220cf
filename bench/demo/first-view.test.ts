import { describe, expect, it } from 'vitest';
import { microsOf } from '../../src/service/domain/micros.ts';
import { firstView } from './first-view.ts';

describe('firstView', () => {
  // `npm run bench -- demo` tries more than a thousand.
  it.each([
    ['on Saturday afternoon where it is late', '2026-11-28T15:13Z'],
    ['on Sunday', '2026-11-22T17:43Z'],
    ['at Christmas', '2026-12-25T13:05Z'],
    ['at the clock change in America', '2026-03-08T10:20Z'],
    ['at the clock change in Europe', '2026-10-25T01:30Z'],
  ])('shows a busy hour %s', (_when, clock) => {
    const { status, time } = firstView(microsOf(Temporal.Instant.from(clock)));
    expect(status, time).toMatchObject({ hasEstimate: true, hours: { isOpen: true } });
    expect(status.value, time).toBeGreaterThanOrEqual(5);
  });
});
