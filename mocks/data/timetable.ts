import type { Scenario } from '../scenarios.ts';
import { addDays } from '../service/local-time.ts';
import type { Shift, Timetable } from '../service/timetable.ts';

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
  // An opening of the evening before is not in today's open window, and neither are today's reports; so the venue never closes.
  const isNight = date < anchor.toPlainDate().toString() && Number(scenario.closes) > 0;
  const opens = start.hour * 60 + start.minute;
  const minutes = end.toPlainDateTime().since(start.toPlainDateTime()).total('minutes');
  const shift: Shift = isNight ? [0, 1440] : [opens, opens + minutes];
  const week = weekOf(shift, isPlay ? [] : [-1, 0, 1].map((days) => anchor.add({ days }).dayOfWeek));
  // Clock times alone would be ambiguous for an hour that a clock change repeats.
  const isRepeated = [start, end].some(
    (time) => !time.equals(time.toPlainDateTime().toZonedDateTime(time.timeZoneId)),
  );
  return {
    zone: anchor.timeZoneId,
    weekOf: () => week,
    repeated: isRepeated ? 'later' : 'compatible',
    presentDates: isNight ? [date, addDays(date, 1)] : [date],
  };
}

/** The week with its special days, which stay away from the days of a week (1 is Monday) that are near; every day is, if none is. */
function weekOf(shift: Shift, near: readonly number[]): readonly (readonly Shift[])[] {
  const [opens, closes] = shift;
  const shortDay = near.includes(6) ? 2 : 6;
  const closedDay = near.includes(7) ? 4 : 7;
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    if (near.length > 0 && day === closedDay) return [];
    return near.length > 0 && day === shortDay ? [[opens + 120, closes]] : [shift];
  });
}
