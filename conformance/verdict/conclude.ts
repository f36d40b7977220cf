import type { Form } from '../contract/contract.ts';
import type { Endpoint } from '../contract/operations.ts';
import type { ExitCode, RequirementOutcome } from '../contract/outcomes.ts';
import { type RequirementId, requirementOf, requirementsFor } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { keyRefused } from '../evidence/first-requests.ts';
import { wrongPlace } from '../evidence/wrong-place.ts';
import type { Absence } from '../facts/absence.ts';
import { isAllowed } from '../requests/exchange.ts';
import { isTooLarge } from '../safety/intake.ts';
import { explanations } from './causes.ts';
import { addDreddFindings } from './dredd-findings.ts';
import { exitCodeOf } from './exit-code.ts';
import { reasonNotExercised } from './not-exercised.ts';
import { entryOf, shownOf, type Tally } from './tally.ts';

/** The verdict on a run. */
export interface Judgment {
  readonly exitCode: ExitCode;
  readonly outcomes: readonly RequirementOutcome[];
  readonly formJudged: Form;
  readonly formSeen: Form | 'unknown';
  /** Why the run is inconclusive, or the gate broken. */
  readonly problem?: string;
}

/** The findings of the rules, and the gaps in the run. */
export interface Examined extends Forms {
  readonly tally: Tally;
  /** Kinds of data that the run has none of. */
  readonly absence: Absence;
  /** Why rules did not finish because of what the deployment sent, if so. */
  readonly unfinished?: string;
}

/** The form that is checked, and the one that is seen. */
export type Forms = Pick<Judgment, 'formJudged' | 'formSeen'>;

/** The verdict on evidence that the rules cannot check; undefined if they can. */
export function refusal(evidence: Evidence, forms: Forms): Judgment | undefined {
  const broken = evidence.dredd?.broken;
  if (broken !== undefined) return unjudged(evidence, forms, 4, 'the contract stage is broken', broken);
  const unreachable = reasonNotToJudge(evidence);
  return unreachable === undefined ? undefined : unjudged(evidence, forms, 3, unreachable, unreachable);
}

/** The verdict when a rule fails, which says nothing about the deployment. */
export function brokenBy(error: string, evidence: Evidence, forms: Forms): Judgment {
  return unjudged(evidence, forms, 4, 'a rule of the gate failed', `a rule failed: ${error}`);
}

/** The verdict when the responses cannot even be parsed within the limits. */
export function overLimit(reason: string, evidence: Evidence, forms: Forms): Judgment {
  return unjudged(evidence, forms, 3, reason, reason);
}

function unjudged(
  { level }: Evidence,
  { formJudged, formSeen }: Forms,
  exitCode: ExitCode,
  reason: string,
  problem: string,
): Judgment {
  const outcomes = requirementsFor(formJudged, level).map(({ id }) => inconclusive(id, reason));
  return { formJudged, formSeen, exitCode, outcomes, problem };
}

/** The verdict on what the rules and Dredd found. */
export function conclude(evidence: Evidence, examined: Examined, complete: boolean): Judgment {
  const { formJudged, formSeen, tally, unfinished } = examined;
  addDreddFindings(tally, evidence, formJudged);
  const required = requirementsFor(formJudged, evidence.level);
  const explained = explanations(new Map(required.map(({ id }) => [id, entryOf(tally, id)])));
  const outcomes = required.map(({ id }) => {
    const followsFrom = explained.get(id);
    const outcome = outcomeOf(id, evidence, examined);
    return followsFrom === undefined ? outcome : { ...outcome, followsFrom };
  });
  const problem = unfinished ?? firstWithoutResponse(evidence) ?? evidence.dredd?.unfinished;
  const results = outcomes.map(({ requirement, outcome }) => ({ ...requirementOf(requirement), outcome }));
  return {
    formJudged,
    formSeen,
    exitCode: exitCodeOf(results, { problem, complete }),
    outcomes,
    ...(problem === undefined ? {} : { problem }),
  };
}

function outcomeOf(
  id: RequirementId,
  evidence: Evidence,
  { tally, absence, unfinished }: Examined,
): RequirementOutcome {
  const { passed, failed, failures, places, warned, warnings } = entryOf(tally, id);
  if (failed > 0) {
    const findings = shownOf(failures, failed);
    return { requirement: id, outcome: 'fail', findings, places: [...places.values()] };
  }
  if (warned > 0) return { requirement: id, outcome: 'warn', findings: shownOf(warnings, warned) };
  if (passed > 0) return { requirement: id, outcome: 'pass', findings: [] };
  const { endpoints } = requirementOf(id);
  const unanswered = withoutResponse(evidence).find(({ endpoint }) => endpoints.includes(endpoint));
  const blocked = evidence.skipped.find(({ blocked: isBlocked }) => isBlocked);
  if (unanswered !== undefined)
    return inconclusive(id, `no response from ${unanswered.endpoint}: ${unanswered.unanswered}`);
  if (blocked !== undefined) return inconclusive(id, blocked.reason);
  if (unfinished !== undefined) return inconclusive(id, unfinished);
  const message = reasonNotExercised(id, tally, evidence, absence);
  return { requirement: id, outcome: 'not-exercised', findings: [{ message, stage: 'rules' }] };
}

function inconclusive(requirement: RequirementId, message: string): RequirementOutcome {
  return { requirement, outcome: 'inconclusive', findings: [{ message, stage: 'rules' }] };
}

/** Why the target cannot be checked at all, if so. */
function reasonNotToJudge({ exchanges, stopped }: Evidence): string | undefined {
  const allowed = exchanges.filter(isAllowed);
  const responses = allowed.flatMap(({ response }) => response ?? []);
  if (allowed.length === 0) return stopped ?? 'no request was sent';
  if (responses.length === 0) return `no request got a response: ${allowed[0]?.unanswered ?? ''}`;
  // A key that works in a form that was not promised is a broken promise, not a wrong key
  const isAcceptedOtherwise = exchanges.some(
    ({ credential, response }) => !['key', 'none'].includes(credential) && response?.status === 200,
  );
  if (responses.every(({ status }) => status === 401 || status === 403) && !isAcceptedOtherwise)
    return keyRefused;
  const elsewhere = wrongPlace(allowed);
  if (elsewhere !== undefined) return elsewhere;
  // Reports of the time after the new one vanish from a service that follows its clock, as if they were lost
  if (isClockSetBack(exchanges)) return "the service's clock was set back during the run; run the gate again";
  return undefined;
}

/** Checks whether from some response on the Date header is more than ten minutes behind what it was, compared with the gate's clock. */
function isClockSetBack(exchanges: Evidence['exchanges']): boolean {
  const skews = exchanges.flatMap(({ response, startedAt }) => {
    const { date = '', age = '0' } = response?.headers ?? {};
    const skew = Date.parse(date) - startedAt;
    // A cached response has the time at which it was made
    return Number.isNaN(skew) || Number(age) > 0 ? [] : [skew];
  });
  const least = (some: readonly number[]) => some.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return skews.some((_, at) => {
    const [before, after] = [skews.slice(0, at), skews.slice(at)];
    // A few responses may come from another server, such as a gateway
    return at >= 3 && after.length >= 3 && least(before) > 600_000 - least(after.map((skew) => -skew));
  });
}

/** The first planned request without a response, if any. */
function firstWithoutResponse(evidence: Evidence): string | undefined {
  const { skipped, stopped } = evidence;
  const [unanswered] = withoutResponse(evidence);
  if (stopped !== undefined) return stopped;
  if (unanswered !== undefined) {
    const { method, endpoint, number, unanswered: reason = '' } = unanswered;
    return isTooLarge(reason)
      ? `the response to ${method} ${endpoint} (request ${number}) is not read: ${reason}`
      : `no response to ${method} ${endpoint}: ${reason}`;
  }
  return skipped.find(({ blocked }) => blocked)?.reason;
}

/** The endpoints whose responses may be as long as there are reports. */
const unlimited: readonly Endpoint[] = ['chart', 'export.csv'];

/**
 * The exchanges that should have had a response. Nothing limits how long a chart or an export may be, so one that is larger
 * than the gate reads says nothing against a deployment whose shorter ones it could read.
 */
function withoutResponse({ exchanges }: Evidence): Evidence['exchanges'] {
  const isRead = (endpoint: Endpoint) =>
    exchanges.some((one) => one.endpoint === endpoint && one.response?.status === 200);
  return exchanges.filter(
    ({ endpoint, unanswered }) =>
      unanswered !== undefined &&
      !(isTooLarge(unanswered) && unlimited.includes(endpoint) && isRead(endpoint)),
  );
}
