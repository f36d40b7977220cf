import { expect, it } from 'vitest';
import { instantOf, type Micros } from '../service/domain/micros.ts';
import { detailWithTimes } from './account-data.ts';

const write = (end: Micros) => `<${instantOf(end)}>`;

it.each([
  ['without an end', 'never expires'],
  ['until 2026-11-23T20:00:00Z', 'until <2026-11-23T20:00:00Z>'],
  ['1000 → 5000', '1000 → 5000'],
  ['', ''],
])('the detail “%s” reads “%s”', (detail, shown) => {
  expect(detailWithTimes(detail, write)).toBe(shown);
});
