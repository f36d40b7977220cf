import { PLAYS, type PlayName } from './scenarios.ts';

/** Minutes before the opening at which a play starts. */
const LEAD = 5;

/** Shortly before the opening of a play, on the present day of a time zone. */
export function startOf(name: PlayName, timeZone: string): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from({ hour: PLAYS[name].opens }).subtract({ minutes: LEAD });
  return Temporal.Now.plainDateISO(timeZone).toZonedDateTime({ timeZone, plainTime }).toInstant();
}

/** A clock that starts now, at a time, and is some times as fast as real time. `elapsed`: milliseconds on a real clock. */
export function fastClock(
  start: Temporal.Instant,
  speed: number,
  elapsed: () => number = () => performance.now(),
): () => Temporal.Instant {
  const begin = elapsed();
  return () => start.add({ milliseconds: Math.floor((elapsed() - begin) * speed) });
}
