import { type ScenarioBuilder, scenarioBuilder } from './data/scenario-data.ts';
import { PLAYS, type PlayName } from './scenarios.ts';
import type { Variety } from './variety.ts';

/**
 * A time with an offset.
 *
 * @throws {RangeError} if the time is invalid
 */
export function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch (cause) {
    const advice = 'Use a time with an offset, such as 2026-11-20T12:30:00-08:00.';
    throw new RangeError(`now: "${text}" is not a valid time. ${advice}`, { cause });
  }
}

/**
 * Builds scenarios of a venue in a time zone.
 *
 * @throws {RangeError} if there is no such time zone
 */
export function builderIn(timeZone: string, variety?: Variety): ScenarioBuilder {
  try {
    return scenarioBuilder(Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId, variety);
  } catch (cause) {
    const advice = 'Use a name such as America/Los_Angeles or UTC.';
    throw new RangeError(`timeZone: "${timeZone}" is not a time zone. ${advice}`, { cause });
  }
}

/** Minutes before the opening at which a play starts. */
const LEAD = 5;

/** Shortly before the opening of a play, on the present day of a time zone. */
export function startOf(name: PlayName, timeZone: string): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from({ hour: PLAYS[name].opens }).subtract({ minutes: LEAD });
  return Temporal.Now.plainDateISO(timeZone).toZonedDateTime({ timeZone, plainTime }).toInstant();
}

/**
 * A clock that starts now, at a time, and is some times as fast as real time; 0 freezes it. Without a time, real time. `elapsed`:
 * milliseconds on a real clock.
 */
export function clockFrom(
  start: Temporal.Instant | null,
  speed = 0,
  elapsed: () => number = () => performance.now(),
): () => Temporal.Instant {
  const begin = elapsed();
  return () =>
    start?.add({ milliseconds: Math.floor((elapsed() - begin) * speed) }) ?? Temporal.Now.instant();
}
