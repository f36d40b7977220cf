import { meanRatios, ratioOf } from './aims.ts';
import { addedUp, BAND_LIMITS, type Scores, whereLong } from './errors.ts';
import type { Row } from './measure.ts';
import type { Group } from './rows.ts';
import type { Speed } from './speed.ts';

/** In the order of the tables. */
const GROUPS: Readonly<Record<Group, string>> = {
  venues: 'Simulated venues',
  reporters: 'Other reporters',
  real: 'Real counts',
  'first days': 'The first three days',
};

/** Markdown tables, as in bench/RESULTS.md: each group of rows, coverage by shown value, and speed. */
export function tablesOf(rows: readonly Row[], speed: Speed | null): string {
  const { simulated, real } = meanRatios(rows);
  const groups = Object.entries(GROUPS)
    .map(([group, title]) => ({ title, rows: rows.filter((row) => row.group === group) }))
    .filter((group) => group.rows.length > 0);
  return [
    'Errors are mean absolute errors in people. “Best fixed” is the best rule of the row; its range covers the central 80 % of its past errors.',
    'In the first days, these are the errors of the row’s other starts.',
    ...groups.flatMap((group) => ['', `### ${group.title}`, '', ...rowsTable(group.rows)]),
    '',
    ...(simulated === undefined
      ? []
      : [`Mean ratio of simulated venues and other reporters: ${simulated.toFixed(3)}`]),
    ...(real === undefined ? [] : [`Mean ratio of real counts: ${real.toFixed(3)}`]),
    '',
    '### Coverage by shown value',
    '',
    ...coverageTable([{ title: 'All rows', rows }, ...groups]),
    ...(speed === null
      ? []
      : ['', '### Speed on one core, medians in milliseconds', '', ...speedTable(speed)]),
  ].join('\n');
}

function rowsTable(rows: readonly Row[]): readonly string[] {
  const isFirstDays = rows[0]?.group === 'first days';
  const head = [
    'queue',
    'reports an hour',
    'best fixed',
    'ours',
    'ratio',
    'coverage',
    'at 3 or more',
    'width',
  ];
  const lines = ['interval score', 'best fixed', ...(isFirstDays ? [] : ['line', 'best centered'])];
  return table(
    [...head, ...lines],
    rows.map((row) => {
      const { name, rate, ours, rules, line } = row;
      const best = (of: 'mae' | 'interval') => Math.min(...rules.map(({ scores }) => scores[of])).toFixed(2);
      const { covered, queries } = whereLong(ours);
      const ratio = ratioOf(row).toFixed(3);
      return [
        name,
        rate,
        best('mae'),
        ours.mae.toFixed(2),
        isFirstDays ? `${ratio} ± ${row.ratioError.toFixed(3)}` : ratio,
        percent(ours.coverage),
        percent(covered / queries),
        ours.width.toFixed(1),
        ours.interval.toFixed(2),
        best('interval'),
        ...(isFirstDays ? [] : [line.ours.toFixed(2), Math.min(...line.rules).toFixed(2)]),
      ];
    }),
  );
}

function coverageTable(
  groups: readonly { readonly title: string; readonly rows: readonly Row[] }[],
): readonly string[] {
  const bands = BAND_LIMITS.slice(0, -1).map(
    (limit, index) => `${limit}–${(BAND_LIMITS[index + 1] ?? 0) - 0.1}`,
  );
  const coverages = (scores: readonly Scores[]) =>
    [...BAND_LIMITS.keys(), BAND_LIMITS.length].map((band) => {
      const { queries, covered } = addedUp(scores.flatMap((one) => one.bands[band] ?? []));
      return `${percent(covered / queries)} of ${queries}`;
    });
  return table(
    ['queries', '0', ...bands, `${BAND_LIMITS.at(-1)}+`],
    groups.map(({ title, rows }) => [title, ...coverages(rows.map(({ ours }) => ours))]),
  );
}

function speedTable({ status, statusWithoutHistory, learning }: Speed): readonly string[] {
  const cells = [status.toFixed(2), statusWithoutHistory.toFixed(2), learning.toFixed(1)];
  return table(['a status', 'without history', 'learning a day of 300 reports'], [cells]);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)];
}

/** A share of 1 in whole percent; a dash for one of nothing. */
const percent = (share: number) => (Number.isNaN(share) ? '–' : `${Math.round(100 * share)} %`);
