import { daysBetween } from '../../mocks/service/local-time.ts';
import type { Shift, Timetable, Week } from '../../mocks/service/timetable.ts';
import type { Options } from './options.ts';

const week = (days: readonly Shift[], saturday = days, sunday = days): Week => [
  days,
  days,
  days,
  days,
  days,
  saturday,
  sunday,
];

type Alternating = 'alternating' | 'late-early' | 'sunday-weeks';

const TIMETABLES: Record<Exclude<Options['hours'], Alternating>, Week> = {
  campus: week([[450, 1425]], [[600, 1200]], []),
  daily: week([[450, 1425]]),
  lunch: week([[660, 840]], [], []),
  noon: week([[660, 840]]),
  night: week([[180, 300]]),
  always: week([[0, 1440]]),
  late: week([[1020, 1560]]),
  overnight: week([[1140, 2160]]),
  never: week([]),
  split: week(
    [
      [660, 840],
      [1020, 1260],
    ],
    [[720, 1080]],
    [],
  ),
  early: week([[300, 600]]),
  marathon: [...Array.from({ length: 4 }, () => [[300, 840]] as const), [[1080, 2160]], [], []],
};

/** Two timetables that alternate, and by how many days their weeks began before 1970. */
const ALTERNATING = {
  alternating: ['campus', 'early', 3],
  'late-early': ['late', 'early', 3],
  'sunday-weeks': ['daily', 'noon', 4],
} as const;

/** The opening hours of the service; alternating weeks are long and short. */
export function timetableOf({ hours, zone }: Options): Timetable {
  return { zone, repeated: 'compatible', weekOf: (date) => weekOf(date, hours) };
}

function weekOf(date: string, hours: Options['hours']): Week {
  if (!isAlternating(hours)) return TIMETABLES[hours];
  const [even, odd, days] = ALTERNATING[hours];
  const number = Math.floor((daysBetween('1970-01-01', date) + days) / 7);
  return TIMETABLES[number % 2 === 0 ? even : odd];
}

function isAlternating(hours: Options['hours']): hours is Alternating {
  return hours in ALTERNATING;
}
