/** What the audit log says, in every engine. */
import { instantOf, type Micros } from '../domain/micros.ts';

/** For example `1000 → 5000`. */
export function changeOf(before: number, after: number): string {
  return `${before} → ${after}`;
}

/** For example `until 2026-03-02T12:00:00Z`. */
export function untilText(end: Micros | null): string {
  return end === null ? 'without an end' : `until ${instantOf(end).round('second')}`;
}
