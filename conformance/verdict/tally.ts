import type { Finding } from '../contract/outcomes.ts';
import { type RequirementId, requirementOf } from '../contract/requirements.ts';
import { curlOf } from '../requests/curl.ts';
import type { Breach, Ledger } from '../rules/rule.ts';

/** What was found about one requirement. Only the first findings are kept, since a deployment may cause a million. */
export interface Entry {
  passed: number;
  failed: number;
  readonly failures: Finding[];
  warned: number;
  readonly warnings: Finding[];
  readonly reasons: string[];
}

/** What was found, by requirement. Plain data, so that a thread can send it. */
export type Tally = Map<RequirementId, Entry>;

const mostFindings = 5;

/** The entry of a requirement, made if need be. Throws for an unknown requirement, which is a mistake in a rule. */
export function entryOf(tally: Tally, requirement: RequirementId): Entry {
  const known = tally.get(requirement);
  if (known !== undefined) return known;
  const { id } = requirementOf(requirement);
  const entry: Entry = { passed: 0, failed: 0, failures: [], warned: 0, warnings: [], reasons: [] };
  tally.set(id, entry);
  return entry;
}

/** A ledger that writes into a tally. */
export function ledgerOf(tally: Tally): Ledger {
  return {
    pass: (requirement) => {
      entryOf(tally, requirement).passed += 1;
    },
    fail: (requirement, breach) => {
      const entry = entryOf(tally, requirement);
      if (requirementOf(requirement).level === 'must') addFailure(entry, () => findingOf(breach));
      else addWarning(entry, () => findingOf(breach));
    },
    warn: (requirement, breach) => addWarning(entryOf(tally, requirement), () => findingOf(breach)),
    notApplicable: (requirement, reason) => {
      const { reasons } = entryOf(tally, requirement);
      if (reasons.length < mostFindings && !reasons.includes(reason)) reasons.push(reason);
    },
  };
}

/** Adds what a rule found to what the rules before it found. */
export function addTally(to: Tally, from: Tally): void {
  for (const [id, { passed, failed, failures, warned, warnings, reasons }] of from) {
    const entry = entryOf(to, id);
    entry.passed += passed;
    for (const finding of failures) addFailure(entry, () => finding);
    entry.failed += failed - failures.length;
    for (const finding of warnings) addWarning(entry, () => finding);
    entry.warned += warned - warnings.length;
    for (const reason of reasons) if (!entry.reasons.includes(reason)) entry.reasons.push(reason);
  }
}

/** The findings that were kept, with a count of the rest. */
export function shownOf(findings: readonly Finding[], count: number): readonly Finding[] {
  const more = count - findings.length;
  return more > 0 ? [...findings, { message: `and ${more} more`, stage: 'rules' }] : findings;
}

/** Counts a failure; `finding` is made only if it is kept. */
export function addFailure(entry: Entry, finding: () => Finding): void {
  entry.failed += 1;
  if (entry.failures.length < mostFindings) entry.failures.push(finding());
}

function addWarning(entry: Entry, finding: () => Finding): void {
  entry.warned += 1;
  if (entry.warnings.length < mostFindings) entry.warnings.push(finding());
}

function findingOf({ exchange, ...breach }: Breach): Finding {
  return {
    ...breach,
    stage: 'rules',
    ...(exchange === undefined ? {} : { exchange: exchange.number, curl: curlOf(exchange) }),
  };
}
