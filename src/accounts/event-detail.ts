import { type Micros, microsOf } from '../service/domain/micros.ts';

/** The detail of an event in the audit log for people, with its times as `write` writes them. The log has them in UTC and in whole seconds. */
export function detailWithTimes(detail: string, write: (at: Micros) => string): string {
  if (detail === 'without an end') return 'never expires';
  return detail.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (text) =>
    write(microsOf(Temporal.Instant.from(text))),
  );
}
