import { meanRatios, ratioOf } from './aims.ts';
import { byShownValue } from './by-shown-value.ts';
import { GROUPS, groupTables } from './group-tables.ts';
import { table, two } from './markdown.ts';
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
