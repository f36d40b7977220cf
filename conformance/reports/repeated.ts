import type { ExitCode, Outcome } from '../contract/outcomes.ts';
import type { ExpectedFailure, Report } from '../contract/report-types.ts';
import { sum } from '../facts/numbers.ts';
import { type Printable, printable } from '../safety/printable.ts';
import { isFlaky } from '../verdict/merge-outcomes.ts';
import { listNotes } from './list-notes.ts';

/** The outcomes of a requirement over several runs. */
export interface RepeatedRequirement {
  readonly id: string;
  readonly promise: string;
  /** In the order of the runs. */
  readonly outcomes: readonly Outcome[];
  /** The reason why its failures are expected, if all of them are. */
  readonly expected?: string;
}

/** The results of several runs against one deployment. */
export interface Repeated {
  readonly runs: number;
  readonly exitCode: ExitCode;
  /** The exit codes of the runs, each checked by itself. */
  readonly exitCodes: readonly ExitCode[];
  readonly target: string;
  readonly requests: number;
  readonly seconds: number;
  /** Fail in some runs, and pass or warn in others. */
  readonly flaky: readonly RepeatedRequirement[];
  /** Fail in every run that tested them. */
  readonly failing: readonly RepeatedRequirement[];
  /** Differ without failing. */
  readonly varying: readonly RepeatedRequirement[];
  /** Mistakes in the list of expected failures that every run shows. */
  readonly notes: readonly string[];
  /** Why runs were inconclusive or broken. */
  readonly problems: readonly string[];
}

/**
 * Sums up reports of the same deployment. A failure in one run is a failure; an expected one that fails in some runs is not
 * stale in the others. With `complete`, a requirement has to be tested in one of the runs. The exit code is 4 if the gate broke in a run,
 * else 1 for a failure that is not expected or a list that is out of date, else 3 if something could not be checked, else 0.
 */
export function sumUp(reports: readonly Report[], complete: boolean): Printable<Repeated> {
  const requirements = repeatedOf(reports);
  const failed = requirements.filter(({ outcomes }) => outcomes.includes('fail'));
  const varying = requirements.filter(
    ({ outcomes }) => !outcomes.includes('fail') && new Set(outcomes).size > 1,
  );
  const stale = staleInAll(reports);
  const notes = [...new Set(reports.flatMap((report) => listNotes({ ...report, stale })))];
  const problems = [...new Set(reports.flatMap(({ problem }) => problem ?? []))];
  const isBroken = stale.length > 0 || reports.some(hasFailed);
  const isUnjudged = problems.length > 0 || reports.some(({ counts }) => counts.inconclusive > 0);
  const recommended = new Set(
    reports
      .flatMap((report) => report.requirements.filter(({ level }) => level === 'should'))
      .map(({ id }) => id),
  );
  const isOpen =
    complete &&
    requirements.some(
      ({ id, outcomes }) => !recommended.has(id) && outcomes.every((one) => one === 'not-exercised'),
    );
  const exitCodes = reports.map(({ exitCode }) => exitCode);
  return printable({
    runs: reports.length,
    exitCode: exitCodes.includes(4) ? 4 : isBroken ? 1 : isUnjudged || isOpen ? 3 : 0,
    exitCodes,
    target: reports[0]?.target ?? '',
    requests: sum(reports.map(({ requests }) => requests)),
    seconds: sum(reports.map(({ seconds }) => seconds)),
    flaky: failed.filter(({ outcomes }) => isFlaky(outcomes)),
    failing: failed.filter(({ outcomes }) => !isFlaky(outcomes)),
    varying,
    notes,
    problems,
  });
}

function repeatedOf(reports: readonly Report[]): readonly RepeatedRequirement[] {
  const all = Map.groupBy(
    reports.flatMap(({ requirements }) => requirements),
    ({ id }) => id,
  );
  return [...all].map(([id, list]) => {
    const failures = list.filter(({ outcome }) => outcome === 'fail');
    const reasons = failures.flatMap(({ expected }) => expected ?? []);
    const isExpected = failures.length > 0 && reasons.length === failures.length;
    return {
      id,
      promise: list[0]?.promise ?? '',
      outcomes: list.map(({ outcome }) => outcome),
      ...(isExpected ? { expected: [...new Set(reasons)].join('; ') } : {}),
    };
  });
}

/** Checks whether a run fails for another reason than an expected failure that passes in it: that one may fail in another run. */
function hasFailed({ requirements, expired }: Report): boolean {
  return (
    expired.length > 0 ||
    requirements.some(({ outcome, expected }) => outcome === 'fail' && expected === undefined)
  );
}

function staleInAll([first, ...rest]: readonly Report[]): readonly ExpectedFailure[] {
  const texts = rest.map(({ stale }) => new Set(stale.map((entry) => JSON.stringify(entry))));
  return (first?.stale ?? []).filter((entry) => texts.every((stale) => stale.has(JSON.stringify(entry))));
}
