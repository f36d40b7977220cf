import { meanRatios, ratioOf } from './aims.ts';
import { byShownValue } from './by-shown-value.ts';
import { GROUP_TITLES, GROUPS, groupTables } from './group-tables.ts';
import { percent, table, two } from './markdown.ts';
import type { Row } from './measure.ts';
import type { Speed } from './speed.ts';

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
    ...inHindsight(rows),
    ...byShownValue(rows),
    ...wholePeople(rows),
    ...smoothedLines(rows.filter(({ group }) => group !== 'first days')),
    ...(speed === null ? [] : speedTable(speed)),
  ].join('\n');
}

function inHindsight(rows: readonly Row[]): readonly string[] {
  const judged = rows.flatMap(({ hindsight, ...row }) =>
    hindsight === undefined ? [] : [{ ...row, hindsight }],
  );
  if (judged.length === 0) return [];
  return [
    '### Real counts in hindsight',
    '',
    'Mean absolute error as a ratio to the best fixed rule; in hindsight: a mixture of ours, all rules and the true usual, fitted to the true counts of every other day',
    '',
    ...table(
      ['queue', 'reports an hour', 'ours', 'in hindsight'],
      judged.map((row) => [
        row.name,
        row.rate,
        ratioOf(row).toFixed(3),
        ((ratioOf(row) * row.hindsight) / row.ours.mae).toFixed(3),
      ]),
    ),
  ];
}

function wholePeople(rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    '### Ranges in whole people',
    '',
    "Expected: the probability that the calibrated predictions give to the shown ranges; unrounded: the coverage of their central 80 %, if bounds did not have to be whole people; nearly certain: one number alone has more than 88 %; shortest: the shortest ranges with 80 % of the prediction; narrower: the shown ranges without the less likely one of their ends; each interval score as a ratio to the shown ranges'",
    '',
    ...table(
      [
        ...['group', 'queue', 'reports an hour', 'coverage', 'expected', 'unrounded'],
        ...['of one number', 'of two', 'nearly certain'],
        ...['shortest: coverage', 'interval score', 'narrower: coverage', 'interval score'],
      ],
      rows.map(({ group, name, rate, ours, wholePeople: whole }) => [
        ...[GROUP_TITLES[group], name, rate, percent(ours.coverage), percent(whole.expected)],
        ...[percent(whole.unrounded), percent(whole.single), percent(whole.double)],
        percent(whole.nearlyCertain),
        ...[whole.shortest, whole.narrower].flatMap(({ coverage, interval }) => [
          percent(coverage),
          (interval / ours.interval).toFixed(3),
        ]),
      ]),
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
