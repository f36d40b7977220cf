import type { Scenario } from '../scenarios.ts';
import { addDays } from '../service/local-time.ts';
import type { Shift, Timetable, Week } from '../service/timetable.ts';

/** From Monday, as `dayOfWeek` counts them. */
const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** The same hours on every day, except perhaps one day that opens later and one that stays closed. */
export interface ScenarioTimetable extends Timetable {
  /** The days on which the opening begins that the scenario describes: the current one, or the last one. */
  readonly presentDates: readonly string[];
}

/** The hours that make a scenario valid at a point in time. */
export function timetableAround(anchor: Temporal.ZonedDateTime, scenario: Scenario): ScenarioTimetable {
  const hour = anchor.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const isPlay = scenario.peak !== null;
  const at = (hours: number) => (isPlay ? anchor.with({ hour: hours }) : hour.add({ hours }));
  const start = at(scenario.opens);
  const end = scenario.closes === 'soon' ? anchor.add({ minutes: 30 }) : at(scenario.closes);
  const date = start.toPlainDate().toString();
  // Otherwise, today's open window would begin in the evening, after all of today's reports.
  const neverCloses = date < anchor.toPlainDate().toString() && Number(scenario.closes) > 0;
  const opens = start.hour * 60 + start.minute;
  const minutes = end.toPlainDateTime().since(start.toPlainDateTime()).total('minutes');
  const shift: Shift = neverCloses ? [0, 1440] : [opens, opens + minutes];
  const week = isPlay ? DAYS.map(() => [shift]) : weekAround(anchor, shift);
  // Clock times alone would be ambiguous for an hour that a clock change repeats.
  const isRepeated = [start, end].some(
    (time) => !time.equals(time.toPlainDateTime().toZonedDateTime(time.timeZoneId)),
  );
  return {
    zone: anchor.timeZoneId,
    weekOf: () => week,
    repeated: isRepeated ? 'later' : 'compatible',
    presentDates: neverCloses ? [date, addDays(date, 1)] : [date],
  };
}

/** A week with a day that opens later and a day that stays closed, which are neither today nor next to it. */
function weekAround(anchor: Temporal.ZonedDateTime, [opens, closes]: Shift): Week {
  const near = [-1, 0, 1].map((days) => anchor.add({ days }).dayOfWeek);
  const shortDay = near.includes(6) ? 2 : 6;
  const closedDay = near.includes(7) ? 4 : 7;
  return DAYS.map((day) => (day === closedDay ? [] : [[day === shortDay ? opens + 120 : opens, closes]]));
}
