import { meanRatios, ratioOf } from './aims.ts';
import { addedUp, BAND_LIMITS, type Scores, whereLong } from './errors.ts';
import type { Row } from './measure.ts';
import type { Group } from './rows.ts';
import type { Speed } from './speed.ts';

const TITLES: Readonly<Record<Group, string>> = {
  venues: 'Simulated venues',
  reporters: 'Other reporters',
  real: 'Real counts',
  'first days': 'The first three days',
};
const GROUPS = Object.keys(TITLES) as readonly Group[];

const two = (number: number) => number.toFixed(2);
const percent = (share: number) => (Number.isNaN(share) ? '–' : `${Math.round(100 * share)} %`);

/** Markdown tables: errors and ranges of each group of rows, coverage by shown value, smoothed lines, and speed. */
export function tablesOf(rows: readonly Row[], speed: Speed | null): string {
  const { simulated, real } = meanRatios(rows);
  return [
    ...GROUPS.flatMap((group) =>
      groupTables(
        group,
        rows.filter((row) => row.group === group),
      ),
    ),
    ...(simulated === undefined
      ? []
      : [`Mean ratio of simulated venues and other reporters: ${simulated.toFixed(3)}`, '']),
    ...(real === undefined ? [] : [`Mean ratio of real counts: ${real.toFixed(3)}`, '']),
    ...byShownValue(rows),
    ...smoothedLines(rows.filter(({ group }) => group !== 'first days')),
    ...(speed === null ? [] : speedTable(speed)),
  ].join('\n');
}

function groupTables(group: Group, rows: readonly Row[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return [];
  return [
    `### ${TITLES[group]}`,
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
    'Ranges, and root mean square error; best fixed: the best of all fixed rules',
    '',
    ...table(
      [
        ...[
          'queue',
          'reports an hour',
          'queries',
          'coverage',
          'width',
          'queries at 3 or more',
          'coverage',
          'width',
        ],
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

/** The rows of each group together, by the value that was shown. */
function byShownValue(rows: readonly Row[]): readonly string[] {
  const titles = [
    '0',
    ...BAND_LIMITS.slice(0, -1).map((limit, index) => `${limit}–${(BAND_LIMITS[index + 1] as number) - 0.1}`),
  ];
  const coverages = (scores: readonly Scores[]) =>
    [...BAND_LIMITS.keys(), BAND_LIMITS.length].map((band) => {
      const { queries, covered } = addedUp(scores.flatMap(({ bands }) => bands[band] ?? []));
      return `${percent(covered / queries)} of ${queries}`;
    });
  const groups = GROUPS.map((group) => [TITLES[group], rows.filter((row) => row.group === group)] as const);
  return [
    '### Coverage by shown value',
    '',
    ...table(
      ['queries', ...titles, `${BAND_LIMITS.at(-1)}+`],
      [['All rows', rows] as const, ...groups]
        .filter(([, chosen]) => chosen.length > 0)
        .map(([title, chosen]) => [title, ...coverages(chosen.map(({ ours }) => ours))]),
    ),
  ];
}

function smoothedLines(rows: readonly Row[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return [];
  return [
    '### Mean absolute error of the smoothed line of a past day, in people',
    '',
    ...table(
      ['queue', 'reports an hour', ...first.line.rules.map(({ name }) => name), 'ours'],
      rows.map(({ name, rate, line }) => [
        name,
        rate,
        ...line.rules.map(({ mae }) => two(mae)),
        two(line.ours),
      ]),
    ),
  ];
}

function speedTable({ status, statusWithoutHistory, learning }: Speed): readonly string[] {
  return [
    '### Speed on one core, medians in milliseconds',
    '',
    ...table(
      ['a status', 'without history', 'learning a day of 300 reports'],
      [[two(status), two(statusWithoutHistory), learning.toFixed(1)]],
    ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line), ''];
}
