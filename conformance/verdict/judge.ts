import type { Form } from '../contract/contract.ts';
import type { ExitCode, Finding, Outcome, RequirementOutcome } from '../contract/outcomes.ts';
import { type RequirementId, requirementOf, requirementsFor } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type Facts, readFacts } from '../facts/facts.ts';
import { formOf } from '../facts/form-seen.ts';
import { curlOf } from '../requests/curl.ts';
import { isAllowed } from '../requests/exchange.ts';
import type { Breach, Ledger, Rule } from '../rules/rule.ts';
import { rules as allRules } from '../rules/rules.ts';
import { dreddFindings } from './dredd-findings.ts';

/** The verdict on a run. */
export interface Judgement {
  readonly exitCode: ExitCode;
  readonly outcomes: readonly RequirementOutcome[];
  readonly formJudged: Form;
  readonly formSeen: Form | 'unknown';
  /** Why the run is inconclusive, or the gate broken. */
  readonly problem?: string;
}

const mostFindings = 5;

/** Judges evidence without sending a request: the same evidence always gets the same verdict. */
export function judgeEvidence(
  evidence: Evidence,
  options: { readonly complete?: boolean; readonly rules?: readonly Rule[] } = {},
): Judgement {
  const facts = readFacts(evidence);
  const required = requirementsFor(facts.form, evidence.level);
  const base = { formJudged: facts.form, formSeen: formOf(facts.formSignals) ?? 'unknown' } as const;
  const unjudged = (exitCode: ExitCode, reason: string, problem: string): Judgement => ({
    ...base,
    exitCode,
    outcomes: required.map(({ id }) => inconclusive(id, reason)),
    problem,
  });
  const broken = evidence.dredd?.broken;
  if (broken !== undefined) return unjudged(4, 'the contract stage is broken', broken);
  const unreachable = reasonNotToJudge(evidence);
  if (unreachable !== undefined) return unjudged(3, unreachable, unreachable);
  const entries = new Map(required.map(({ id }) => [id, new Entry()]));
  const ledger = ledgerOf(entries);
  try {
    for (const rule of options.rules ?? allRules) rule.judge(facts, ledger);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return unjudged(4, 'a rule of the gate failed', `a rule failed: ${text}`);
  }
  for (const { requirement, finding } of dreddFindings(facts))
    entries.get(requirement)?.failures.push(finding);
  const outcomes = required.map(({ id }) => outcomeOf(id, entries.get(id) ?? new Entry(), facts));
  const problem = firstWithoutResponse(evidence);
  return {
    ...base,
    exitCode: exitCodeOf(outcomes, problem, options.complete === true),
    outcomes,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** What the rules found about one requirement. */
class Entry {
  passed = 0;
  readonly failures: Finding[] = [];
  readonly warnings: Finding[] = [];
  readonly reasons = new Set<string>();
}

/** Throws for an unknown requirement, which is a mistake in a rule. */
function ledgerOf(entries: ReadonlyMap<string, Entry>): Ledger {
  const entryOf = (requirement: RequirementId) => {
    const { id } = requirementOf(requirement);
    // Requirements of the other form or level have no entry
    return entries.get(id) ?? new Entry();
  };
  return {
    pass: (requirement) => {
      entryOf(requirement).passed += 1;
    },
    fail: (requirement, breach) => {
      const { failures, warnings } = entryOf(requirement);
      const isMust = requirementOf(requirement).level === 'must';
      (isMust ? failures : warnings).push(findingOf(breach));
    },
    warn: (requirement, breach) => {
      entryOf(requirement).warnings.push(findingOf(breach));
    },
    notApplicable: (requirement, reason) => {
      entryOf(requirement).reasons.add(reason);
    },
  };
}

function outcomeOf(
  id: RequirementId,
  { passed, failures, warnings, reasons }: Entry,
  facts: Facts,
): RequirementOutcome {
  if (failures.length > 0) return { requirement: id, outcome: 'fail', findings: limited(failures) };
  if (warnings.length > 0) return { requirement: id, outcome: 'warn', findings: limited(warnings) };
  if (passed > 0) return { requirement: id, outcome: 'pass', findings: [] };
  const { endpoints } = requirementOf(id);
  const unanswered = facts.evidence.exchanges.find(
    ({ endpoint, unanswered: reason }) => reason !== undefined && endpoints.includes(endpoint),
  );
  const blocked = facts.evidence.skipped.find(({ blocked: isBlocked }) => isBlocked);
  if (unanswered !== undefined)
    return inconclusive(id, `no response from ${unanswered.endpoint}: ${unanswered.unanswered}`);
  if (blocked !== undefined) return inconclusive(id, blocked.reason);
  const message = [...reasons].join('; ') || 'the responses had nothing to check';
  return { requirement: id, outcome: 'not-exercised', findings: [{ message, stage: 'rules' }] };
}

function inconclusive(requirement: RequirementId, message: string): RequirementOutcome {
  return { requirement, outcome: 'inconclusive', findings: [{ message, stage: 'rules' }] };
}

function limited(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= mostFindings) return findings;
  return [
    ...findings.slice(0, mostFindings),
    { message: `and ${findings.length - mostFindings} more`, stage: 'rules' },
  ];
}

function findingOf({ exchange, ...breach }: Breach): Finding {
  return {
    ...breach,
    stage: 'rules',
    ...(exchange === undefined ? {} : { exchange: exchange.number, curl: curlOf(exchange) }),
  };
}

/** Why the target cannot be judged at all, if so. */
function reasonNotToJudge({ exchanges, stopped }: Evidence): string | undefined {
  const allowed = exchanges.filter(isAllowed);
  const responses = allowed.flatMap(({ response }) => response ?? []);
  if (allowed.length === 0) return stopped ?? 'no request was sent';
  if (responses.length === 0) return `no request got a response: ${allowed[0]?.unanswered ?? ''}`;
  const all = (test: (status: number) => boolean) => responses.every(({ status }) => test(status));
  // A key that works in a form that was not promised is a broken promise, not a wrong key
  const isAcceptedOtherwise = exchanges.some(
    ({ credential, response }) => !['key', 'none'].includes(credential) && response?.status === 200,
  );
  if (all((status) => status === 401 || status === 403) && !isAcceptedOtherwise)
    return 'the key is rejected on every endpoint';
  if (all((status) => status === 404)) return 'every path is 404: is the base URL right?';
  if (all((status) => status >= 300 && status < 400)) return 'every path redirects: is the base URL right?';
  if (all((status) => status === 502 || status === 503 || status === 504))
    return 'the deployment is not available';
  // Reports of the time after the new one vanish from a service that follows its clock, as if they were lost
  if (isClockSetBack(exchanges)) return "the service's clock was set back during the run; run the gate again";
  return undefined;
}

/** Whether from some response on the Date header is more than ten minutes behind what it was, compared with the gate's clock. */
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
function firstWithoutResponse({ exchanges, skipped, stopped }: Evidence): string | undefined {
  const unanswered = exchanges.find(({ unanswered: reason }) => reason !== undefined);
  if (stopped !== undefined) return stopped;
  if (unanswered !== undefined)
    return `no response to ${unanswered.method} ${unanswered.endpoint}: ${unanswered.unanswered}`;
  return skipped.find(({ blocked }) => blocked)?.reason;
}

function exitCodeOf(
  outcomes: readonly RequirementOutcome[],
  problem: string | undefined,
  complete: boolean,
): ExitCode {
  const has = (outcome: Outcome) => outcomes.some((one) => one.outcome === outcome);
  if (has('fail')) return 1;
  if (problem !== undefined || has('inconclusive')) return 3;
  return complete && has('not-exercised') ? 3 : 0;
}
