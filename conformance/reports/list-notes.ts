import type { AnyReport, ExpectedFailure } from '../contract/report-types.ts';
import { textOfPlace } from '../verdict/place.ts';

/** Mistakes in the list of expected failures, one sentence for each entry; empty if it is accurate. */
export function listNotes(report: AnyReport): readonly string[] {
  if (report.subject === 'client') return [];
  const { stale, expired, requirements } = report;
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

function named({ requirement, reason: _, reviewBy: __, flaky: ___, ...place }: ExpectedFailure): string {
  return Object.keys(place).length === 0 ? requirement : `${requirement} at ${textOfPlace(place)}`;
}
