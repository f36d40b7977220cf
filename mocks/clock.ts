import { type ScenarioBuilder, scenarioBuilder } from './data/scenario-data.ts';

/**
 * A clock that is frozen at a time with an offset, or runs if there is none.
 *
 * @throws {RangeError} if the time is invalid
 */
export function clockAt(frozen: string | null): () => Temporal.Instant {
  if (frozen === null) return () => Temporal.Now.instant();
  try {
    const instant = Temporal.Instant.from(frozen);
    return () => instant;
  } catch (cause) {
    const advice = 'Use a time with an offset, such as 2026-11-20T12:30:00-08:00.';
    throw new RangeError(`now: "${frozen}" is not a valid time. ${advice}`, { cause });
  }
}

/**
 * Builds scenarios of a venue in a time zone.
 *
 * @throws {RangeError} if there is no such time zone
 */
export function builderIn(timeZone: string): ScenarioBuilder {
  try {
    return scenarioBuilder(Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId);
  } catch (cause) {
    const advice = 'Use a name such as America/Los_Angeles or UTC.';
    throw new RangeError(`timeZone: "${timeZone}" is not a time zone. ${advice}`, { cause });
  }
}
