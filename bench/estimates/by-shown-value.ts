import { addedUp, BAND_LIMITS, type Scores } from './errors.ts';
import { GROUP_TITLES, GROUPS } from './group-tables.ts';
import { percent, table } from './markdown.ts';
import type { Row } from './measure.ts';

/** A table of coverage by the value that was shown, for all rows together and for each group. */
export function byShownValue(rows: readonly Row[]): readonly string[] {
  const titles = [
    '0',
    ...BAND_LIMITS.slice(0, -1).map((limit, index) => `${limit}–${(BAND_LIMITS[index + 1] as number) - 0.1}`),
  ];
  const coverages = (scores: readonly Scores[]) =>
    [...BAND_LIMITS.keys(), BAND_LIMITS.length].map((band) => {
      const { queries, covered } = addedUp(scores.flatMap(({ bands }) => bands[band] ?? []));
      return `${percent(covered / queries)} of ${queries}`;
    });
  const groups = GROUPS.map(
    (group) => [GROUP_TITLES[group], rows.filter((row) => row.group === group)] as const,
  );
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
