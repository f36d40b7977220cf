/** The contents of report.json. Users of the package see these types, so they import nothing but other types that users may see. */
import type { Cause, ExitCode, Finding, Outcome, Place } from './outcomes.ts';

/** Version of the JSON report's shape; report.schema.json describes it. */
export const reportVersion = 1;

/** A requirement, with what the run found out about it. */
export interface ReportedRequirement extends RequirementText {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** The reason given in the file of expected failures, for one that failed as expected. */
  readonly expected?: string;
  /** Where it failed although the file of expected failures expects it elsewhere only. */
  readonly unexpectedAt?: readonly Place[];
  /** Where it failed. */
  readonly places?: readonly Place[];
  /** The failed requirement that explains this failure, if one does. */
  readonly followsFrom?: string;
}

/** The members that the reports of the gate and of a check of a client share. It never contains the key. */
export interface BaseReport {
  readonly version: typeof reportVersion;
  /**
   * `success`: every requirement is met, or fails as expected. `partial`: nothing failed, but not everything that is required could be tested.
   * `failure`: a requirement is broken. `inconclusive`: the deployment could not be checked. `broken`: the gate itself failed.
   */
  readonly verdict: 'success' | 'partial' | 'failure' | 'inconclusive' | 'broken';
  readonly exitCode: ExitCode;
  /** Why the run is inconclusive or the gate broken, if so. */
  readonly problem?: string;
  /** Advice about a run that says little about the deployment, in sentences. */
  readonly advice: readonly string[];
  /** Base URL of the deployment, without a slash at its end; of a client, its name. */
  readonly target: string;
  /** The form whose requirements were checked. */
  readonly formJudged: 1 | 2;
  /** SHA-256 of the form's document, in hexadecimal. */
  readonly documentHash: string;
  readonly gateVersion: string;
  /** UTC, as in `2026-11-22T12:00:00.000Z`. */
  readonly startedAt: string;
  /** How long the requests took in all. */
  readonly seconds: number;
  /** Requests that were sent and recorded. */
  readonly requests: number;
  /** The command that repeats the run. */
  readonly repeat: string;
  /** Number of requirements by outcome. */
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Every requirement of the form and the level; for a client, every rule. */
  readonly requirements: readonly ReportedRequirement[];
  /** The failures that no other one explains, the likeliest first, each with what follows from it. */
  readonly causes: readonly Cause[];
}

/** The report of `headcount check-client`. */
export interface ClientReport extends BaseReport {
  readonly subject: 'client';
}

/** The report of the gate: everything that it shows, and what report.json contains. */
export interface Report extends BaseReport {
  readonly subject?: never;
  readonly level: 'contract' | 'full';
  /** The form that the run was started with. */
  readonly formDeclared: 1 | 2 | 'auto';
  /** The form that the responses have. */
  readonly formSeen: 1 | 2 | 'unknown';
  readonly maxRequests: number;
  /** Share of a daily quota of 1000 requests, as a fraction: 0.06 for 60 requests. */
  readonly quotaShare: number;
  /** Results of the requests that Dredd checked. */
  readonly dredd?: {
    readonly transactions: number;
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
  };
  /** Requests of the plan that were not sent, and why. */
  readonly skipped: readonly SkippedStep[];
  /** Entries of the file of expected failures that no longer fail. */
  readonly stale: readonly ExpectedFailure[];
  /** Entries of the file of expected failures whose day of review has passed. */
  readonly expired: readonly ExpectedFailure[];
}

/** A report in any format. */
export type AnyReport = Report | ClientReport;

/** A promise of the API description as reports show it; requirements/record.ts explains the members. */
export interface RequirementText {
  /** Such as `status.message`; docs/requirements.md lists all of them. */
  readonly id: string;
  /** The promise of a deployment, in a sentence. */
  readonly promise: string;
  /** The sentence of the description that makes the promise. */
  readonly made: string;
  /** The place of that sentence in the description. */
  readonly at: string;
  /** Absent for a requirement of both forms. */
  readonly form?: 1 | 2;
  readonly level: 'must' | 'should';
  /** True if level `contract` has it. */
  readonly contract?: boolean;
  readonly endpoints: readonly string[];
}

/** A step of the plan that sent nothing, and why. `blocked` steps make the run inconclusive. */
export interface SkippedStep {
  /** Id of the planned step. */
  readonly step: string;
  readonly reason: string;
  readonly blocked: boolean;
  /** The request as the printed plan shows it. */
  readonly request?: string;
  /** The purpose of the request. */
  readonly purpose?: string;
}

/** A known failure that is accepted for now: at one place, or without any anywhere. */
export interface ExpectedFailure extends Place {
  /** Id of a requirement. */
  readonly requirement: string;
  /** Why it is accepted; not empty. */
  readonly reason: string;
  /** The last day, `YYYY-MM-DD`, on which it is accepted. */
  readonly reviewBy?: string;
  /** True if it fails in some runs only, so that a run without it proves nothing. */
  readonly flaky?: boolean;
}
