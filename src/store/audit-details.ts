/** What the audit log keeps, in every engine. */
import { HOUR, instantOf, type Micros } from '../domain/micros.ts';

/** Events are deleted this long after they happened. */
export const AUDIT_KEPT: Micros = 400 * 24 * HOUR;

/** For example `1000 → 5000`. */
export function changeOf(before: number, after: number): string {
  return `${before} → ${after}`;
}

/** For example `until 2026-03-02T12:00:00Z`. */
export function untilText(end: Micros | null): string {
  return end === null ? 'without an end' : `until ${instantOf(end).round('second')}`;
}
