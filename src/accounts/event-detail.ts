import { type Micros, microsOf } from '../domain/micros.ts';

/** The detail of an event in the audit log with its times as `write` writes them. The log has them in UTC. */
export function detailWithTimes(detail: string, write: (at: Micros) => string): string {
  return detail.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (text) =>
    write(microsOf(Temporal.Instant.from(text))),
  );
}
