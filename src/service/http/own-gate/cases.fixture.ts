import { simulateReports } from '../../../cli/simulation/simulate.ts';
import { CAFE_TIMETABLE } from '../../../cli/simulation/venue.ts';
import { LocalTime } from '../../domain/local-time.ts';
import { DAY, HOUR } from '../../domain/micros.ts';
import { ALWAYS_OPEN, type Timetable } from '../../domain/timetable.ts';
import type { NewReport } from '../../store/store.ts';
import { type Moment, momentsOf } from './moments.fixture.ts';
import { TIMETABLES, TODAY } from './timetables.fixture.ts';

/** One run of the gate against the project's own service. */
export interface Case {
  readonly row: string;
  readonly moment: Moment;
  readonly form: 1 | 2;
  readonly hours: Timetable;
  /** Whether the Date header shows the service's time; otherwise the machine's, as in a replay (`--as-of`). */
  readonly isLive: boolean;
}

const FORMS = [1, 2] as const;
const HOURS_ZONES = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const MOMENT_ZONES = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/New_York'];
const CLOCK_TIMES = ['00:20', '04:10', '07:45', '11:01', '12:35', '13:58', '16:30', '21:15', '23:50'];
/** How many days of reports there are, up to three hours after a moment or to the end of today. */
const DAYS = 28;

/** Unusual opening hours while the clock stands still; the clock times and the Date header take turns. */
export const HOURS_CASES: readonly Case[] = Object.entries(TIMETABLES).flatMap(([name, hours], row) =>
  HOURS_ZONES.flatMap((zone, column) =>
    FORMS.map((form) => {
      const clock = CLOCK_TIMES[(row + 2 * column + 4 * form) % CLOCK_TIMES.length] ?? '12:35';
      const minute = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
      const now = new LocalTime(zone).wallClock(TODAY, minute);
      const moment = { zone, name: clock, at: () => now };
      return { row: name, moment, form, hours, isLive: (row + column) % 3 !== 0 };
    }),
  ),
);

/** Unusual moments with usual opening hours. No replay's clock is set, so the Date header is then the service's own. */
export const MOMENT_CASES: readonly Case[] = MOMENT_ZONES.flatMap(momentsOf).flatMap((moment) =>
  FORMS.flatMap((form) =>
    [ALWAYS_OPEN, CAFE_TIMETABLE].flatMap((hours) =>
      (moment.isSet || moment.usedAt !== undefined ? [true] : [true, false]).map((isLive) => ({
        row: 'moments',
        moment,
        form,
        hours,
        isLive,
      })),
    ),
  ),
);

/** Daytime reports for the weeks before a case and the hours after it; the service hides reports from its future. */
export function reportsFor({ moment }: Case): readonly NewReport[] {
  const time = new LocalTime(moment.zone);
  const end = Math.max(moment.at(0) + 3 * HOUR, time.day(time.date(moment.at(0))).end);
  const span = { start: end - DAYS * DAY, end };
  return simulateReports({ seed: 'own', timetable: CAFE_TIMETABLE, owner: null, time, span });
}
