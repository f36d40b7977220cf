import { SCENARIOS, type Scenario, type ScenarioName } from '../scenarios.ts';
import { type Report, reportsAround } from './reports.ts';
import { isWithin, type Opening, openingOf, type Timetable, timetableAround } from './timetable.ts';

/** A scenario at one moment: what every answer of the moment is told from. */
export interface Story {
  readonly scenario: Scenario;
  readonly name: ScenarioName;
  /** With the zone of the place. */
  readonly now: Temporal.ZonedDateTime;
  readonly timetable: Timetable;
  /** What has been reported up to now, oldest first. */
  readonly reports: readonly Report[];
  /** The opening that now lies in. */
  readonly open: Opening | null;
}

/** Tells a scenario at a moment. */
export type Storyteller = (name: ScenarioName, now: Temporal.Instant) => Story;

/** How many layouts are remembered. */
const REMEMBERED = 32;

/**
 * Tells scenarios of a place in a time zone. Each is laid out around the beginning of the current quarter of an hour: within one,
 * minutes until closing count down and reports come in; the next lays it out anew, so a scenario never stops being true.
 */
export function storyteller(timeZone: string): Storyteller {
  const layouts = new Map<string, Layout>();
  return (name, instant) => {
    const now = instant.toZonedDateTimeISO(timeZone);
    const anchor = now.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' });
    const key = `${name} ${anchor.epochMilliseconds}`;
    const layout = layouts.get(key) ?? layOut(name, anchor);
    layouts.set(key, layout);
    const [oldest] = layouts.keys();
    if (layouts.size > REMEMBERED && oldest !== undefined) layouts.delete(oldest);
    return storyAt(name, now, layout);
  };
}

interface Layout {
  readonly timetable: Timetable;
  readonly reports: readonly Report[];
}

function layOut(name: ScenarioName, anchor: Temporal.ZonedDateTime): Layout {
  const timetable = timetableAround(anchor, SCENARIOS[name]);
  return { timetable, reports: reportsAround(anchor, SCENARIOS[name], timetable) };
}

function storyAt(name: ScenarioName, now: Temporal.ZonedDateTime, { timetable, reports }: Layout): Story {
  const today = now.toPlainDate();
  const open = [today.subtract({ days: 1 }), today]
    .map((date) => openingOf(date, timetable))
    .find((opening) => opening !== null && isWithin(now.epochMilliseconds, opening));
  return {
    scenario: SCENARIOS[name],
    name,
    now,
    timetable,
    reports: reports.filter(({ at }) => at <= now.epochMilliseconds),
    open: open ?? null,
  };
}
