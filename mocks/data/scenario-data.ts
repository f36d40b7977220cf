import { SCENES, type Scenario, type SceneName } from '../scenarios.ts';
import { OWN_CHOICES, type Variety } from '../variety.ts';
import { type Report, reportsAround } from './reports.ts';
import { isWithin, type Opening, openingOf, type Timetable, timetableAround } from './timetable.ts';

/** The data of a scenario at one point in time; all responses are computed from it. */
export interface ScenarioData {
  readonly scenario: Scenario;
  readonly name: SceneName;
  readonly variety: Variety;
  /** In the time zone of the venue. */
  readonly now: Temporal.ZonedDateTime;
  readonly timetable: Timetable;
  /** All reports up to now, oldest first. */
  readonly reports: readonly Report[];
  /** The current opening; null while closed. */
  readonly open: Opening | null;
}

/** Builds the data of a scenario at a point in time. */
export type ScenarioBuilder = (name: SceneName, now: Temporal.Instant) => ScenarioData;

/** How many layouts are cached. */
const CACHED_LAYOUTS = 32;

/**
 * Builds scenarios of a venue in a time zone. The opening hours and reports are laid out around the start of the current
 * quarter-hour. Within a quarter-hour, the minutes until closing count down and reports arrive; the next one starts with a new
 * layout, so a scenario is valid at any time. A play has one layout for the whole day.
 */
export function scenarioBuilder(timeZone: string, variety: Variety = OWN_CHOICES): ScenarioBuilder {
  const layouts = new Map<string, Layout>();
  return (name, instant) => {
    const now = instant.toZonedDateTimeISO(timeZone);
    const quarter = now.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' });
    const anchor = SCENES[name].peak === null ? quarter : now.startOfDay();
    const key = `${name} ${anchor.epochMilliseconds}`;
    const layout = layouts.get(key) ?? layOut(name, anchor, variety);
    layouts.set(key, layout);
    const [oldest] = layouts.keys();
    if (layouts.size > CACHED_LAYOUTS && oldest !== undefined) layouts.delete(oldest);
    return dataAt(name, now, layout, variety);
  };
}

interface Layout {
  readonly timetable: Timetable;
  readonly reports: readonly Report[];
}

function layOut(name: SceneName, anchor: Temporal.ZonedDateTime, variety: Variety): Layout {
  const timetable = timetableAround(anchor, SCENES[name]);
  const reports = variety.isEmpty ? [] : reportsAround(anchor, SCENES[name], timetable, variety);
  return { timetable, reports };
}

function dataAt(
  name: SceneName,
  now: Temporal.ZonedDateTime,
  { timetable, reports }: Layout,
  variety: Variety,
): ScenarioData {
  const today = now.toPlainDate();
  const open = [today.subtract({ days: 1 }), today]
    .map((date) => openingOf(date, timetable))
    .find((opening) => opening !== null && isWithin(now.epochMilliseconds, opening));
  return {
    scenario: SCENES[name],
    name,
    variety: { ...variety, ...SCENES[name].choices },
    now,
    timetable,
    reports: reports.filter(({ at }) => at <= now.epochMilliseconds),
    open: open ?? null,
  };
}
