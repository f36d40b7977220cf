import { type Form, loadContract } from '../contract/contract.ts';
import type { Cause, ExitCode, Finding, Outcome } from '../contract/outcomes.ts';
import { type Requirement, type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type Printable, printable } from '../safety/printable.ts';
import { causesOf } from '../verdict/causes.ts';
import type { ExpectedFailure } from '../verdict/expected-failures.ts';
import type { Judgement } from '../verdict/judge.ts';
import type { Observation } from './observations.ts';

/** Version of the JSON report's shape; report.schema.json describes it. */
export const reportVersion = 1;

export interface ReportedRequirement extends Requirement {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** The reason given in the file of expected failures, for one that failed as expected. */
  readonly expected?: string;
  /** The failed requirement that explains this failure, if one does. */
  readonly followsFrom?: RequirementId;
}

/** Everything that the reports show; free of secrets. */
export interface Report {
  readonly version: typeof reportVersion;
  readonly verdict: 'success' | 'partial' | 'failure' | 'inconclusive' | 'broken';
  readonly exitCode: ExitCode;
  readonly problem?: string;
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
  /** Entries of the file of expected failures that no longer fail. */
  readonly stale: readonly ExpectedFailure[];
  /** What the deployment does at every gap of the document; never part of the verdict. */
  readonly observations: readonly Observation[];
}

const dailyQuota = 1000;
export const gateVersion = '1';

/** Builds the report. Expected failures do not fail the run; an entry that no longer fails does. */
export function buildReport(
  evidence: Evidence,
  judgement: Judgement & { readonly observations: readonly Observation[] },
  expected: readonly ExpectedFailure[],
  complete: boolean,
): Printable<Report> {
  const reasons = new Map<string, string>(expected.map(({ requirement, reason }) => [requirement, reason]));
  const requirements = judgement.outcomes.map((one): ReportedRequirement => {
    const reason = one.outcome === 'fail' ? reasons.get(one.requirement) : undefined;
    return {
      ...requirementOf(one.requirement),
      outcome: one.outcome,
      findings: one.findings,
      ...(reason === undefined ? {} : { expected: reason }),
      ...(one.followsFrom === undefined ? {} : { followsFrom: one.followsFrom }),
    };
  });
  // Only what was judged can be stale
  const judged = new Map<string, Outcome>(requirements.map((one) => [one.id, one.outcome]));
  const stale = expected.filter(({ requirement }) =>
    ['pass', 'warn'].includes(judged.get(requirement) ?? ''),
  );
  const exitCode = exitCodeWith(judgement, requirements, stale, complete);
  const count = (outcome: Outcome) => requirements.filter((one) => one.outcome === outcome).length;
  const { dredd } = evidence;
  const results = (result: string) => dredd?.verdicts.filter((one) => one.result === result).length ?? 0;
  return printable({
    version: reportVersion,
    verdict: verdictOf(exitCode, requirements, stale),
    exitCode,
    ...(judgement.problem === undefined ? {} : { problem: judgement.problem }),
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
    repeat: repeatOf(evidence),
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
    causes: causesOf(judgement.outcomes),
    stale,
    observations: judgement.observations,
  });
}

function exitCodeWith(
  judgement: Judgement,
  requirements: readonly ReportedRequirement[],
  stale: readonly ExpectedFailure[],
  complete: boolean,
): ExitCode {
  if (judgement.exitCode === 4) return 4;
  if (
    stale.length > 0 ||
    requirements.some(({ outcome, expected }) => outcome === 'fail' && expected === undefined)
  )
    return 1;
  if (judgement.problem !== undefined || requirements.some(({ outcome }) => outcome === 'inconclusive'))
    return 3;
  return complete && requirements.some(({ outcome }) => outcome === 'not-exercised') ? 3 : 0;
}

function verdictOf(
  exitCode: ExitCode,
  requirements: readonly ReportedRequirement[],
  stale: readonly ExpectedFailure[],
): Report['verdict'] {
  if (exitCode === 4) return 'broken';
  if (stale.length > 0 || exitCode === 1) return 'failure';
  const open = requirements.some(({ outcome }) => outcome === 'not-exercised');
  const unjudged = requirements.some(({ outcome }) => outcome === 'inconclusive');
  if (exitCode === 3 && (unjudged || !open)) return 'inconclusive';
  return open ? 'partial' : exitCode === 3 ? 'inconclusive' : 'success';
}

function repeatOf({ target, formDeclared, level, maxRequests, publicUrl }: Evidence): string {
  return [
    'npm run conformance --',
    `--url ${target}`,
    `--form ${formDeclared}`,
    ...(level === 'full' ? [] : [`--level ${level}`]),
    ...(maxRequests === 60 ? [] : [`--max-requests ${maxRequests}`]),
    ...(publicUrl === target ? [] : [`--public-url ${publicUrl}`]),
  ].join(' ');
}
