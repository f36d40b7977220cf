import { ratioOf } from './aims.ts';
import { whereLong } from './errors.ts';
import { percent, table, two } from './markdown.ts';
import type { Row } from './measure.ts';
import type { Group } from './rows.ts';

export const GROUP_TITLES: Readonly<Record<Group, string>> = {
  venues: 'Simulated venues',
  reporters: 'Other reporters',
  real: 'Real counts',
  'first days': 'The first three days',
};
/** In the order of the tables. */
export const GROUPS = Object.keys(GROUP_TITLES) as readonly Group[];

const BEFORE = 'in the days before';
const RANGES_FROM: Readonly<Record<Group, string>> = {
  venues: BEFORE,
  reporters: BEFORE,
  real: BEFORE,
  'first days': 'on the other first days of the row, in hindsight',
};

/** Two tables of a group of rows: errors and ranges. */
export function groupTables(group: Group, rows: readonly Row[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return [];
  return [
    `### ${GROUP_TITLES[group]}`,
    '',
    'Mean absolute error in people; the ratio is ours over the best fixed rule of the row, with its standard error',
    '',
    ...table(
      ['queue', 'reports an hour', ...first.rules.map(({ name }) => name), 'ours', 'ratio'],
      rows.map((row) => {
        const errors = row.rules.map(({ scores }) => scores.mae);
        const best = Math.min(...errors);
        return [
          row.name,
          row.rate,
          ...errors.map((error) => (error === best ? `*${two(error)}*` : two(error))),
          two(row.ours.mae),
          `${ratioOf(row).toFixed(3)} ± ${row.ratioError.toFixed(3)}`,
        ];
      }),
    ),
    `Ranges, and root mean square error; best fixed: the best of all fixed rules, whose range is the central 80 % of their errors ${RANGES_FROM[group]}`,
    '',
    ...table(
      [
        ...['queue', 'reports an hour', 'queries', 'coverage', 'width'],
        ...['queries at 3 or more', 'coverage', 'width'],
        ...['interval score', 'best fixed', 'RMSE', 'best fixed'],
      ],
      rows.map(({ name, rate, ours, rules }) => {
        const long = whereLong(ours);
        const least = (of: 'interval' | 'rmse') => Math.min(...rules.map(({ scores }) => scores[of]));
        return [
          ...[name, rate, ours.queries, percent(ours.coverage), ours.width.toFixed(1)],
          ...[long.queries, percent(long.covered / long.queries), (long.width / long.queries).toFixed(1)],
          ...[two(ours.interval), two(least('interval')), two(ours.rmse), two(least('rmse'))],
        ];
      }),
    ),
  ];
}
