import { loadContract } from '../contract/contract.ts';
import type { ExitCode, Finding, Outcome, Place, RequirementOutcome } from '../contract/outcomes.ts';
import {
  type BaseReport,
  type ExpectedFailure,
  type Report,
  type ReportedRequirement,
  reportVersion,
} from '../contract/report-types.ts';
import { requirementOf } from '../contract/requirements.ts';
import { type Evidence, requestsOf } from '../evidence/evidence.ts';
import { type Printable, printable } from '../safety/printable.ts';
import { causesOf } from '../verdict/causes.ts';
import type { Judgment } from '../verdict/conclude.ts';
import { exitCodeOf, isOpen } from '../verdict/exit-code.ts';
import { compareWithExpected, type Expectations } from '../verdict/expected-failures.ts';
import { textOfPlace, withoutSteps } from '../verdict/place.ts';
import { adviceOn } from './advice.ts';

/** Version of the gate's verdicts. */
const gateVersion = '1';
/** Requests that a key has for a day. */
export const dailyQuota = 1000;

/** How a run is checked, besides its evidence. */
export interface ReportOptions {
  /** How readers start the gate; default as in a checkout. */
  readonly program?: string;
  /** Its options, to repeat the run with; without them, those that the evidence shows. */
  readonly given?: string | undefined;
  /** The day, `YYYY-MM-DD`, on which expected failures may have expired; default today. */
  readonly today?: string;
}

/** Builds the report. Expected failures do not fail the run; an entry that no longer fails, or has expired, does. */
export function buildReport(
  evidence: Evidence,
  judgment: Judgment,
  expected: readonly ExpectedFailure[],
  complete: boolean,
  {
    program = 'npm run conformance --',
    given,
    today = new Date().toISOString().slice(0, 10),
  }: ReportOptions = {},
): Printable<Report> {
  const { outcomes } = judgment;
  const expectations = compareWithExpected(outcomes, expected, today, placesSeen(evidence));
  const { stale, expired } = expectations;
  const requirements = outcomes.map((one) => reported(one, expectations));
  const isListOutdated = stale.length + expired.length > 0;
  const { problem } = judgment;
  const exitCode =
    judgment.exitCode === 4 ? 4 : exitCodeOf(requirements, { problem, complete, isListOutdated });
  const { dredd } = evidence;
  const results = (result: string) => dredd?.verdicts.filter((one) => one.result === result).length ?? 0;
  return printable({
    ...baseReport({
      verdict: verdictOf(exitCode, requirements),
      exitCode,
      ...(problem === undefined ? {} : { problem }),
      advice: adviceOn(evidence, judgment),
      target: evidence.target,
      formJudged: judgment.formJudged,
      startedAt: evidence.startedAt,
      finishedAt: evidence.finishedAt,
      requests: requestsOf(evidence),
      repeat: given === undefined ? repeatOf(evidence, program) : `${program} ${given}`,
      requirements,
      causes: causesOf(outcomes),
    }),
    level: evidence.level,
    formDeclared: evidence.formDeclared,
    formSeen: judgment.formSeen,
    maxRequests: evidence.maxRequests,
    quotaShare: requestsOf(evidence) / dailyQuota,
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
    skipped: evidence.skipped,
    stale,
    expired,
  });
}

/** Builds the members that all reports have; times are epoch milliseconds. */
export function baseReport({
  startedAt,
  finishedAt,
  ...found
}: Omit<BaseReport, 'version' | 'documentHash' | 'gateVersion' | 'startedAt' | 'seconds' | 'counts'> & {
  readonly startedAt: number;
  readonly finishedAt: number;
}): BaseReport {
  const count = (outcome: Outcome) => found.requirements.filter((one) => one.outcome === outcome).length;
  return {
    version: reportVersion,
    ...found,
    documentHash: loadContract(found.formJudged).hash,
    gateVersion,
    startedAt: new Date(startedAt).toISOString(),
    seconds: (finishedAt - startedAt) / 1000,
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      warn: count('warn'),
      'not-exercised': count('not-exercised'),
      inconclusive: count('inconclusive'),
    },
  };
}

function reported(
  { requirement, outcome, findings, places, followsFrom }: RequirementOutcome,
  expectations: Expectations,
): ReportedRequirement {
  const reason = expectations.reasons.get(requirement);
  const unexpected = expectations.unexpected.get(requirement);
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

function verdictOf(exitCode: ExitCode, requirements: readonly ReportedRequirement[]): Report['verdict'] {
  if (exitCode === 4) return 'broken';
  if (exitCode === 1) return 'failure';
  const open = requirements.some(isOpen);
  const unjudged = requirements.some(({ outcome }) => outcome === 'inconclusive');
  if (exitCode === 3 && (unjudged || !open)) return 'inconclusive';
  return open ? 'partial' : exitCode === 3 ? 'inconclusive' : 'success';
}

function repeatOf(
  { target, formDeclared, level, maxRequests, publicUrl }: Evidence,
  program: string,
): string {
  return [
    program,
    `--url ${target}`,
    `--form ${formDeclared}`,
    ...(level === 'full' ? [] : [`--level ${level}`]),
    ...(maxRequests === 60 ? [] : [`--max-requests ${maxRequests}`]),
    ...(publicUrl === target ? [] : [`--public-url ${publicUrl}`]),
  ].join(' ');
}
