/** Saved reports for tests. */
import type { SavedReport, SavedRequirement } from './saved-report.ts';

/** The members of a requirement that a test states. */
export type Given = Pick<SavedRequirement, 'outcome'> & Partial<SavedRequirement>;

/** A report of a run in which these requirements, by id, had these outcomes. */
export function reportOf(
  requirements: Readonly<Record<string, Given>>,
  members: Partial<SavedReport> = {},
): SavedReport {
  return {
    verdict: 'failure',
    target: 'http://a.test',
    formJudged: 2,
    level: 'full',
    documentHash: '0',
    gateVersion: '1',
    startedAt: '2026-11-22T00:00:00Z',
    requirements: Object.entries(requirements).map(([id, one]) => ({
      id,
      promise: `Promise of ${id}.`,
      ...one,
    })),
    ...members,
  };
}
