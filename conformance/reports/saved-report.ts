import { isObject, parseJson } from '../contract/json.ts';
import type { Outcome, Place } from '../contract/outcomes.ts';
import { type BaseReport, type Report, reportVersion } from '../contract/report-types.ts';

/** A requirement of a saved report; an older gate saved fewer members. */
export interface SavedRequirement {
  readonly id: string;
  readonly promise: string;
  readonly outcome: Outcome;
  readonly expected?: string;
  readonly places?: readonly Place[];
  readonly followsFrom?: string;
  /** True if it fails in some runs only, in a report merged from several runs. */
  readonly flaky?: boolean;
}

/** The members of a report.json that the comparison of reports needs. */
export interface SavedReport
  extends Pick<
      BaseReport,
      'verdict' | 'target' | 'formJudged' | 'documentHash' | 'gateVersion' | 'startedAt'
    >,
    Partial<Pick<Report, 'level'>> {
  readonly requirements: readonly SavedRequirement[];
}

const outcomes: readonly unknown[] = [
  'pass',
  'fail',
  'warn',
  'not-exercised',
  'inconclusive',
] satisfies Outcome[];

/** Parses a report.json, or returns what is wrong with it. */
export function readReport(text: string): SavedReport | string {
  const report = parseJson(text);
  if (!isObject(report) || !Array.isArray(report['requirements'])) return 'it is not a report of the gate';
  if (report['version'] !== reportVersion)
    return `it has version ${String(report['version'])}, and this gate reads version ${reportVersion}`;
  const isComplete = report['requirements'].every(isRequirement);
  return isComplete
    ? (report as unknown as SavedReport)
    : 'one of its requirements is not complete, or has an unknown outcome';
}

function isRequirement(one: unknown): boolean {
  if (!isObject(one)) return false;
  const { id, promise, outcome, places = [] } = one;
  const areTexts = typeof id === 'string' && typeof promise === 'string';
  return areTexts && outcomes.includes(outcome) && Array.isArray(places) && places.every(isObject);
}
