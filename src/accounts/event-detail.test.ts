import { expect, it } from 'vitest';
import { instantOf, type Micros, microsOf } from '../domain/micros.ts';
import { detailWithTimes } from './event-detail.ts';

const AT = microsOf(Temporal.Instant.from('2026-11-22T20:00:00.6Z'));
const write = (end: Micros) => `<${instantOf(end)}>`;

it.each([
  ['without an end', 'never expires'],
  ['until 2026-11-22T20:00:00Z', 'at once'],
  ['until 2026-11-22T20:00:01Z', 'at once'],
  ['until 2026-11-23T20:00:00Z', 'until <2026-11-23T20:00:00Z>'],
  ['1000 → 5000', '1000 → 5000'],
  ['', ''],
])('the detail “%s” reads “%s”', (detail, shown) => {
  expect(detailWithTimes({ at: AT, detail }, write)).toBe(shown);
});
