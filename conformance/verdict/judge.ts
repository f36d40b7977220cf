import { requirementOf, requirementsFor } from '../contract/requirements.ts';
import type { ExitCode, Finding, Form, Outcome, RequirementOutcome } from '../contract/types.ts';
import { type Evidence, type Exchange, keyPlaceholder } from '../evidence/evidence.ts';
import { type Facts, readFacts } from '../facts/facts.ts';
import { formOf } from '../facts/form-seen.ts';
import { isAllowed } from '../facts/responses.ts';
import { otherHeaders } from '../requests/credentials.ts';
import type { Breach, Rule, Say } from '../rules/rule.ts';
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

/** Judges evidence without a single request: the same evidence always gives the same verdict. */
export function judgeEvidence(
  evidence: Evidence,
  options: { readonly complete?: boolean; readonly rules?: readonly Rule[] } = {},
): Judgement {
  const facts = readFacts(evidence);
  const required = requirementsFor(facts.form, evidence.level);
  const formSeen = formOf(facts.formSignals) ?? 'unknown';
  const base = { formJudged: facts.form, formSeen } as const;
  const broken = evidence.dredd?.broken;
  if (broken !== undefined) {
    return {
      ...base,
      exitCode: 4,
      outcomes: required.map(({ id }) => unjudged(id, 'the contract stage is broken')),
      problem: broken,
    };
  }
  const unreachable = reasonNotToJudge(evidence);
  if (unreachable !== undefined) {
    return {
      ...base,
      exitCode: 3,
      outcomes: required.map(({ id }) => unjudged(id, unreachable)),
      problem: unreachable,
    };
  }
  const books = new Map(required.map(({ id }) => [id, new Book()]));
  try {
    for (const rule of options.rules ?? allRules) rule.judge(facts, speakerFor(rule, books));
  } catch (error) {
    const problem = `a rule failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    return {
      ...base,
      exitCode: 4,
      outcomes: required.map(({ id }) => unjudged(id, 'a rule of the gate failed')),
      problem,
    };
  }
  for (const { requirement, finding } of dreddFindings(evidence))
    books.get(requirement)?.breaches.push(finding);
  const outcomes = required.map(({ id }) => close(id, books.get(id) ?? new Book(), facts));
  const open = openEnds(evidence);
  return {
    ...base,
    exitCode: exitCodeOf(outcomes, open, options.complete === true),
    outcomes,
    ...(open === undefined ? {} : { problem: open }),
  };
}

/** What the rules said about one requirement. */
class Book {
  held = 0;
  readonly breaches: Finding[] = [];
  readonly oddities: Finding[] = [];
  readonly reasons = new Set<string>();
}

function speakerFor(rule: Rule, books: ReadonlyMap<string, Book>): Say {
  const book = (requirement: string) => {
    if (!rule.requirements.includes(requirement))
      throw new Error(`rule ${rule.name} does not declare ${requirement}`);
    requirementOf(requirement);
    // Requirements of the other form or level have no book
    return books.get(requirement) ?? new Book();
  };
  return {
    holds: (requirement) => {
      book(requirement).held += 1;
    },
    breach: (requirement, breach) => {
      const { level } = requirementOf(requirement);
      const { breaches, oddities } = book(requirement);
      (level === 'must' ? breaches : oddities).push(findingOf(breach));
    },
    odd: (requirement, breach) => {
      book(requirement).oddities.push(findingOf(breach));
    },
    nothing: (requirement, reason) => {
      book(requirement).reasons.add(reason);
    },
  };
}

function close(id: string, book: Book, facts: Facts): RequirementOutcome {
  if (book.breaches.length > 0) return { requirement: id, outcome: 'fail', findings: few(book.breaches) };
  if (book.oddities.length > 0) return { requirement: id, outcome: 'warn', findings: few(book.oddities) };
  if (book.held > 0) return { requirement: id, outcome: 'pass', findings: [] };
  const { endpoints } = requirementOf(id);
  const unanswered = facts.evidence.exchanges.find(
    ({ endpoint, unanswered: reason }) => reason !== undefined && endpoints.includes(endpoint),
  );
  const blocked = facts.evidence.skipped.find(({ blocked: isBlocked }) => isBlocked);
  if (unanswered !== undefined)
    return unjudged(id, `${unanswered.endpoint} gave no answer: ${unanswered.unanswered}`);
  if (blocked !== undefined) return unjudged(id, blocked.reason);
  const reason = [...book.reasons].join('; ') || 'there was nothing to look at in the answers';
  return { requirement: id, outcome: 'not-exercised', findings: [{ message: reason, stage: 'rules' }] };
}

function unjudged(requirement: string, message: string): RequirementOutcome {
  const outcome: Outcome = 'inconclusive';
  return { requirement, outcome, findings: [{ message, stage: 'rules' }] };
}

function few(findings: readonly Finding[]): readonly Finding[] {
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

/** The request as a command line; the key comes from the environment. */
export function curlOf({ method, url, authorization, credential }: Exchange): string {
  const quote = (text: string) =>
    text.includes(keyPlaceholder) || text.includes('${') || text.includes('$(')
      ? `"${text.replaceAll('"', '\\"')}"`
      : `'${text}'`;
  const headers =
    credential === 'elsewhere'
      ? otherHeaders(keyPlaceholder)
      : authorization === null
        ? []
        : [['Authorization', authorization] as const];
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    quote(url),
  ].join(' ');
}

/** Conditions under which the target was not seen at all, so that nothing can be said of it. */
function reasonNotToJudge({ exchanges, stopped }: Evidence): string | undefined {
  const allowed = exchanges.filter(isAllowed);
  const answers = allowed.flatMap(({ answer }) => answer ?? []);
  if (allowed.length === 0) return stopped ?? 'nothing was asked';
  if (answers.length === 0) return `no request was answered: ${allowed[0]?.unanswered ?? ''}`;
  const all = (test: (status: number) => boolean) => answers.every(({ status }) => test(status));
  // A key that works in another way than promised is a broken promise, not a wrong key
  const otherwise = exchanges.some(
    ({ credential, answer }) => !['key', 'none'].includes(credential) && answer?.status === 200,
  );
  if (all((status) => status === 401 || status === 403) && !otherwise)
    return 'the key is refused on every endpoint';
  if (all((status) => status === 404)) return 'every path is 404: is the base URL right?';
  if (all((status) => status >= 300 && status < 400)) return 'every path redirects: is the base URL right?';
  if (all((status) => status === 502 || status === 503 || status === 504))
    return 'the deployment is not available';
  return undefined;
}

/** What was planned and stayed unanswered. */
function openEnds({ exchanges, skipped, stopped }: Evidence): string | undefined {
  const unanswered = exchanges.find(({ unanswered: reason }) => reason !== undefined);
  if (stopped !== undefined) return stopped;
  if (unanswered !== undefined)
    return `${unanswered.method} ${unanswered.endpoint} stayed unanswered: ${unanswered.unanswered}`;
  return skipped.find(({ blocked }) => blocked)?.reason;
}

function exitCodeOf(
  outcomes: readonly RequirementOutcome[],
  open: string | undefined,
  complete: boolean,
): ExitCode {
  const has = (outcome: Outcome) => outcomes.some((one) => one.outcome === outcome);
  if (has('fail')) return 1;
  if (open !== undefined || has('inconclusive')) return 3;
  return complete && has('not-exercised') ? 3 : 0;
}
