import type { ExpectedFailure, Report } from '../contract/report-types.ts';
import { textOfPlace } from '../verdict/place.ts';

/** What is wrong with the list of expected failures, in one sentence for each entry; empty if it is accurate. */
export function listNotes({ stale, expired, requirements }: Report): readonly string[] {
  return [
    ...stale.map(
      (entry) => `${named(entry)} is expected to fail (${entry.reason}), but passes: remove it from the list`,
    ),
    ...expired.map(
      (entry) =>
        `${named(entry)} was expected to fail until ${entry.reviewBy} (${entry.reason}): fix it, or set a later review_by`,
    ),
    ...requirements.flatMap(({ id, unexpectedAt }) =>
      unexpectedAt === undefined
        ? []
        : [`${id} is expected to fail, but not at ${unexpectedAt.map(textOfPlace).join(', ')}`],
    ),
  ];
}

/** Which requirements a run that is pinned to a revision does not score, in a sentence; undefined for none. */
export function unscoredNote({ revision, unscored }: Report): string | undefined {
  if (unscored.length === 0) return undefined;
  const list = unscored.map(({ id, outcome }) => `${id} (${outcome})`).join(', ');
  return `Not scored, because they are newer or stricter than in revision ${revision}: ${list}`;
}

function named({ requirement, reason: _, reviewBy: __, flaky: ___, ...place }: ExpectedFailure): string {
  return Object.keys(place).length === 0 ? requirement : `${requirement} at ${textOfPlace(place)}`;
}
