import type { Dated } from './report-types.ts';
/** One dated revision of the requirements. */
export interface RevisionRecord {
  /** Year and month, which sort by age. */
  readonly id: string;
  /** The day of its release, `YYYY-MM-DD`. */
  readonly date: string;
  /** What changed since the revision before, in a sentence or two. */
  readonly changes: string;
  /** Requirements of earlier revisions that this one gives up. */
  readonly withdrawn?: readonly string[];
}

/** All revisions of the requirements, oldest first. The last one may still change until it is frozen (freeze.ts). */
export const revisions = [
  { id: '2026-11', date: '2026-11-22', changes: 'The first revision.' },
] as const satisfies readonly RevisionRecord[];

/** The id of a revision. */
export type Revision = (typeof revisions)[number]['id'];

/** The revision that is judged unless a run is pinned to another. */
export const latestRevision: Revision = revisions[revisions.length - 1]?.id ?? '2026-11';

/**
 * The revision later than `pinned` that made the requirement what it is now; undefined if `pinned` has it. What became
 * stricter counts as later, so that a pinned run never fails for what its revision did not demand.
 */
export function laterThan({ since, changed = [] }: Dated, pinned: string): string | undefined {
  return [since, ...changed.map((change) => change.since)].findLast((revision) => revision > pinned);
}
