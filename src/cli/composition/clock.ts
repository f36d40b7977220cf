import { LocalTime } from '../../service/domain/local-time.ts';
import type { Micros } from '../../service/domain/micros.ts';

/** The local time of the venue; null uses the machine's time zone. */
export function timeOf({ timeZone }: { readonly timeZone: string | null }): LocalTime {
  return new LocalTime(timeZone ?? Temporal.Now.timeZoneId());
}

/** Returns a clock: the machine's, or one that starts at `asOf` and runs from there. */
export function clockOf(asOf: Micros | null): () => Micros {
  // Read for every request; `Temporal.Now.instant()` takes ten times as long.
  if (asOf === null) return () => Date.now() * 1000;
  const start = performance.now();
  return () => asOf + Math.floor((performance.now() - start) * 1000);
}
