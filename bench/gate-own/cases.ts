/** Unusual opening hours with a clock that stands still, and unusual moments with usual opening hours. */
import { simulateReports } from '../../src/cli/commands/simulate.ts';
import { CAFE_TIMETABLE } from '../../src/cli/simulation/venue.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { DAY, HOUR } from '../../src/service/domain/micros.ts';
import { ALWAYS_OPEN } from '../../src/service/domain/timetable.ts';
import type { NewReport } from '../../src/service/store/store.ts';
import type { OwnCase } from './gate-at.ts';
import { momentsOf, ZONES } from './moments.ts';
import { TIMETABLES, TODAY } from './timetables.ts';

/** A case, and the row of the table that it belongs to. */
export interface NamedCase extends OwnCase {
  readonly row: string;
}

const TIME_ZONES = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const CLOCK_TIMES = ['00:20', '04:10', '07:45', '11:01', '12:35', '13:58', '16:30', '21:15', '23:50'];
/** How many days of reports there are, up to three hours after a moment or to the end of today. */
const DAYS = 28;

/** Every timetable in five time zones and both forms; the clock times and the Date header take turns. */
export const HOURS_CASES: readonly NamedCase[] = Object.entries(TIMETABLES).flatMap(([name, hours], row) =>
  TIME_ZONES.flatMap((zone, column) =>
    ([1, 2] as const).map((form) => {
      const clock = CLOCK_TIMES[(row + 2 * column + 4 * form) % CLOCK_TIMES.length] ?? '12:35';
      const now = new LocalTime(zone).wallClock(
        TODAY,
        Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)),
      );
      const moment = { zone, name: clock, at: () => now };
      return { row: name, moment, form, hours, isLive: (row + column) % 3 !== 0 };
    }),
  ),
);

/** Every moment in four zones, both forms and two timetables. No replay's clock is set, so the Date header is then the service's own. */
export const MOMENT_CASES: readonly NamedCase[] = ZONES.flatMap((zone) =>
  momentsOf(zone).flatMap((moment) =>
    ([1, 2] as const).flatMap((form) =>
      [ALWAYS_OPEN, CAFE_TIMETABLE].flatMap((hours) =>
        (moment.isSet || moment.usedAt !== undefined ? [true] : [true, false]).map((isLive) => ({
          row: `moments in ${zone}`,
          moment,
          form,
          hours,
          isLive,
        })),
      ),
    ),
  ),
);

/** Daytime reports for the weeks before a case and the hours after it; the service hides reports from its future. */
export function reportsFor({ moment }: OwnCase): readonly NewReport[] {
  const time = new LocalTime(moment.zone);
  const end = Math.max(moment.at(0) + 3 * HOUR, time.day(time.date(moment.at(0))).end);
  const span = { start: end - DAYS * DAY, end };
  return simulateReports({ seed: 'own', timetable: CAFE_TIMETABLE, owner: null, time, span });
}
