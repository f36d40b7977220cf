import { instantOf, type Micros, microsOf } from '../domain/micros.ts';
import type { AuditEvent } from '../store/account-store.ts';

/** The detail of an event in the audit log for people, with its times as `write` writes them. The log has them in UTC and in whole seconds. */
export function detailWithTimes(
  { at, detail }: Pick<AuditEvent, 'at' | 'detail'>,
  write: (at: Micros) => string,
): string {
  if (detail === 'without an end') return 'never expires';
  const end = /^until (\S+Z)$/.exec(detail)?.[1];
  if (end !== undefined && isOver(Temporal.Instant.from(end), at)) return 'at once';
  return detail.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (text) =>
    write(microsOf(Temporal.Instant.from(text))),
  );
}

function isOver(end: Temporal.Instant, at: Micros): boolean {
  return Temporal.Instant.compare(end, instantOf(at).round('second')) <= 0;
}
