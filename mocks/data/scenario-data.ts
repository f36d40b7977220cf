import { type Scenario, SITUATIONS, type SituationName } from '../scenarios.ts';
import { addDays, instantOf } from '../service/local-time.ts';
import type { Photo, Store } from '../service/store.ts';
import { OWN_CHOICES, type Variety } from '../variety.ts';
import { type Reported, reportsAround } from './reports.ts';
import { pick, seededRandom } from './seeded-random.ts';
import { type ScenarioTimetable, timetableAround } from './timetable.ts';

/** The service of a scenario at one point in time, without what depends on the form and on the request. */
export interface ScenarioData extends Omit<Store, 'form' | 'labels' | 'photoUrl'> {
  readonly scenario: Scenario;
  readonly name: SituationName;
  readonly options: Variety;
}

/** Builds the data of a scenario at a point in time. */
export type ScenarioBuilder = (name: SituationName, now: Temporal.Instant) => ScenarioData;

/** How old a photo can be that is shown again, in days. */
const OLDEST_PHOTO = 7;

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
    const anchor = SITUATIONS[name].peak === null ? quarter : now.startOfDay();
    const known = layouts.get(name);
    const layout = known?.anchor.equals(anchor) ? known : layOut(name, anchor, variety);
    layouts.set(name, layout);
    return dataAt(name, instant.epochMilliseconds * 1000, layout, variety);
  };
}

interface Layout extends Reported {
  readonly anchor: Temporal.ZonedDateTime;
  readonly timetable: ScenarioTimetable;
}

function layOut(name: SituationName, anchor: Temporal.ZonedDateTime, variety: Variety): Layout {
  const timetable = timetableAround(anchor, SITUATIONS[name]);
  if (variety.isEmpty) return { anchor, timetable, reports: [], photos: [] };
  return { anchor, timetable, ...reportsAround(anchor, SITUATIONS[name], timetable, variety) };
}

function dataAt(
  name: SituationName,
  now: number,
  { timetable, reports, photos }: Layout,
  variety: Variety,
): ScenarioData {
  const { zone } = timetable;
  return {
    scenario: SITUATIONS[name],
    name,
    zone,
    options: { ...variety, ...SITUATIONS[name].choices },
    timetable,
    now,
    reports: reports.filter(({ us }) => us <= now),
    highlightOn: (date, daysAgo) =>
      variety.hasHighlights ? highlightOn(date, daysAgo === 0, photos, zone) : undefined,
  };
}

/** A photo from the days before a day; none for one day in six, except today. */
function highlightOn(
  date: string,
  isToday: boolean,
  photos: readonly Photo[],
  zone: string,
): Photo | undefined {
  if (!isToday && seededRandom(`${date} none`) < 1 / 6) return undefined;
  const [first, begin] = [addDays(date, -OLDEST_PHOTO), date].map((day) => instantOf(day, 0, zone));
  const older = photos.filter(({ createdAt }) => Number(first) <= createdAt && createdAt < Number(begin));
  return pick(older, `${date} highlight`);
}
