import { type Form, loadContract } from '../contract/contract.ts';
import type { Cause, ExitCode, Finding, Outcome, Place, RequirementOutcome } from '../contract/outcomes.ts';
import { type Requirement, type RequirementId, requirementOf } from '../contract/requirements.ts';
import { latestRevision } from '../contract/revisions.ts';
import type { Evidence, Recording, SkippedStep } from '../evidence/evidence.ts';
import { gateVersion } from '../evidence/seal.ts';
import { type Printable, printable } from '../safety/printable.ts';
import { byRevision } from '../verdict/by-revision.ts';
import { causesOf } from '../verdict/causes.ts';
import {
  compareWithExpected,
  type Expectations,
  type ExpectedFailure,
} from '../verdict/expected-failures.ts';
import type { Judgement } from '../verdict/judge.ts';
import { textOfPlace, withoutSteps } from '../verdict/place.ts';
import { adviceOn } from './advice.ts';
import type { Observation } from './observations.ts';

/** Version of the JSON report's shape; report.schema.json describes it. */
export const reportVersion = 1;

export interface ReportedRequirement extends Requirement {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** The reason given in the file of expected failures, for one that failed as expected. */
  readonly expected?: string;
  /** Where it failed although the file of expected failures expects it elsewhere only. */
  readonly unexpectedAt?: readonly Place[];
  /** Where it failed. */
  readonly places?: readonly Place[];
  /** The failed requirement that explains this failure, if one does. */
  readonly followsFrom?: RequirementId;
}

/** Everything that the reports show; free of secrets. */
export interface Report {
  readonly version: typeof reportVersion;
  readonly verdict: 'success' | 'partial' | 'failure' | 'inconclusive' | 'broken';
  readonly exitCode: ExitCode;
  readonly problem?: string;
  /** What to do about a run that says little about the deployment, in sentences. */
  readonly advice: readonly string[];
  readonly target: string;
  readonly level: 'contract' | 'full';
  readonly formDeclared: Form | 'auto';
  readonly formJudged: Form;
  readonly formSeen: Form | 'unknown';
  readonly documentHash: string;
  readonly gateVersion: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly maxRequests: number;
  /** Share of a daily quota of 1000 requests. */
  readonly quotaShare: number;
  readonly repeat: string;
  /** Present if another tool recorded the requests, and the gate only judged them. */
  readonly recording?: Recording;
  readonly dredd?: {
    readonly transactions: number;
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
  };
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly requirements: readonly ReportedRequirement[];
  /** The failures that no other one explains, the likeliest first, each with what follows from it. */
  readonly causes: readonly Cause[];
  /** The revision of the requirements that the run is judged by. */
  readonly revision: string;
  /** Requirements that this revision does not have, or not as strictly. They are never part of the verdict. */
  readonly unscored: readonly ReportedRequirement[];
  /** Requests of the plan that were not sent, and why. */
  readonly skipped: readonly SkippedStep[];
  /** Entries of the file of expected failures that no longer fail. */
  readonly stale: readonly ExpectedFailure[];
  /** Entries of the file of expected failures whose day of review has passed. */
  readonly expired: readonly ExpectedFailure[];
  /** What the deployment does at every gap of the document; never part of the verdict. */
  readonly observations: readonly Observation[];
}

/** Requests that a key has for a day. */
export const dailyQuota = 1000;

/** How a run is judged, besides its evidence. */
export interface ReportOptions {
  /** The revision of the requirements; default the latest. */
  readonly revision?: string;
  /** The day, `YYYY-MM-DD`, on which expected failures may have expired; default today. */
  readonly today?: string;
}

/** Builds the report. Expected failures do not fail the run; an entry that no longer fails, or has expired, does. */
export function buildReport(
  evidence: Evidence,
  judgement: Judgement & { readonly observations: readonly Observation[] },
  expected: readonly ExpectedFailure[],
  complete: boolean,
  { revision = latestRevision, today = new Date().toISOString().slice(0, 10) }: ReportOptions = {},
): Printable<Report> {
  const { scored, later } = byRevision(judgement.outcomes, revision);
  const expectations = compareWithExpected(scored, expected, today, placesSeen(evidence));
  const { stale, expired } = expectations;
  const requirements = scored.map((one) => reported(one, expectations));
  const exitCode = exitCodeWith(judgement, requirements, stale.length + expired.length > 0, complete);
  const count = (outcome: Outcome) => requirements.filter((one) => one.outcome === outcome).length;
  const { dredd } = evidence;
  const results = (result: string) => dredd?.verdicts.filter((one) => one.result === result).length ?? 0;
  return printable({
    version: reportVersion,
    verdict: verdictOf(exitCode, requirements),
    exitCode,
    ...(judgement.problem === undefined ? {} : { problem: judgement.problem }),
    advice: adviceOn(evidence, judgement.formJudged),
    target: evidence.target,
    level: evidence.level,
    formDeclared: evidence.formDeclared,
    formJudged: judgement.formJudged,
    formSeen: judgement.formSeen,
    documentHash: loadContract(judgement.formJudged).hash,
    gateVersion,
    startedAt: new Date(evidence.startedAt).toISOString(),
    seconds: (evidence.finishedAt - evidence.startedAt) / 1000,
    requests: evidence.exchanges.length,
    maxRequests: evidence.maxRequests,
    quotaShare: evidence.exchanges.length / dailyQuota,
    repeat: repeatOf(evidence, revision),
    ...(evidence.recording === undefined ? {} : { recording: evidence.recording }),
    ...(dredd === undefined
      ? {}
      : {
          dredd: {
            transactions: dredd.verdicts.length,
            passed: results('pass'),
            failed: results('fail'),
            skipped: results('skip'),
          },
        }),
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      warn: count('warn'),
      'not-exercised': count('not-exercised'),
      inconclusive: count('inconclusive'),
    },
    requirements,
    causes: causesOf(scored),
    revision,
    unscored: later.map((one) => reported(one)),
    skipped: evidence.skipped,
    stale,
    expired,
    observations: judgement.observations,
  });
}

function reported(
  { requirement, outcome, findings, places, followsFrom }: RequirementOutcome,
  expectations?: Expectations,
): ReportedRequirement {
  const reason = expectations?.reasons.get(requirement);
  const unexpected = expectations?.unexpected.get(requirement);
  const isUnexpected = ({ place = {} }: Finding) =>
    unexpected?.some((one) => textOfPlace(one) === textOfPlace(place));
  return {
    ...requirementOf(requirement),
    outcome,
    // What nobody expects comes first, since summaries show only the first findings
    findings: [...findings.filter(isUnexpected), ...findings.filter((one) => !isUnexpected(one))],
    ...(unexpected === undefined ? {} : { unexpectedAt: withoutSteps(unexpected) }),
    ...(places === undefined ? {} : { places: withoutSteps(places) }),
    ...(reason === undefined ? {} : { expected: reason }),
    ...(followsFrom === undefined ? {} : { followsFrom }),
  };
}

/** The places that responded. */
export function placesSeen({ exchanges }: Pick<Evidence, 'exchanges'>): readonly Place[] {
  return exchanges.flatMap(({ endpoint, step, response }) =>
    response === undefined ? [] : { endpoint, step },
  );
}

function exitCodeWith(
  judgement: Judgement,
  requirements: readonly ReportedRequirement[],
  isListOutdated: boolean,
  complete: boolean,
): ExitCode {
  if (judgement.exitCode === 4) return 4;
  if (
    isListOutdated ||
    requirements.some(({ outcome, expected }) => outcome === 'fail' && expected === undefined)
  )
    return 1;
  if (judgement.problem !== undefined || requirements.some(({ outcome }) => outcome === 'inconclusive'))
    return 3;
  return complete && requirements.some(({ outcome }) => outcome === 'not-exercised') ? 3 : 0;
}

function verdictOf(exitCode: ExitCode, requirements: readonly ReportedRequirement[]): Report['verdict'] {
  if (exitCode === 4) return 'broken';
  if (exitCode === 1) return 'failure';
  const open = requirements.some(({ outcome }) => outcome === 'not-exercised');
  const unjudged = requirements.some(({ outcome }) => outcome === 'inconclusive');
  if (exitCode === 3 && (unjudged || !open)) return 'inconclusive';
  return open ? 'partial' : exitCode === 3 ? 'inconclusive' : 'success';
}

function repeatOf(
  { target, formDeclared, level, maxRequests, publicUrl, recording }: Evidence,
  revision: string,
): string {
  if (recording !== undefined)
    return `npm run conformance -- judge run.har --url ${target} --form ${formDeclared}`;
  return [
    'npm run conformance --',
    `--url ${target}`,
    `--form ${formDeclared}`,
    ...(level === 'full' ? [] : [`--level ${level}`]),
    ...(maxRequests === 60 ? [] : [`--max-requests ${maxRequests}`]),
    ...(publicUrl === target ? [] : [`--public-url ${publicUrl}`]),
    ...(revision === latestRevision ? [] : [`--requirements ${revision}`]),
  ].join(' ');
}
