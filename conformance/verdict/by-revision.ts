import type { RequirementOutcome } from '../contract/outcomes.ts';
import type { Dated } from '../contract/report-types.ts';
import { requirementOf } from '../contract/requirements.ts';
import { laterThan } from '../contract/revisions.ts';

export interface RevisionOutcomes {
  /** Outcomes of the requirements that are in force in the revision. */
  readonly scored: readonly RequirementOutcome[];
  /** Outcomes of those that later revisions brought or made stricter. */
  readonly later: readonly RequirementOutcome[];
}

/** Separates the outcomes that count in a revision from the others, which cannot be the cause of a failure that counts. */
export function byRevision(
  outcomes: readonly RequirementOutcome[],
  revision: string,
  datedOf: (id: string) => Dated = requirementOf,
): RevisionOutcomes {
  const isLater = (id: string) => laterThan(datedOf(id), revision) !== undefined;
  const scored = outcomes
    .filter(({ requirement }) => !isLater(requirement))
    .map(({ followsFrom, ...one }) =>
      followsFrom === undefined || isLater(followsFrom) ? one : { ...one, followsFrom },
    );
  return { scored, later: outcomes.filter(({ requirement }) => isLater(requirement)) };
}
