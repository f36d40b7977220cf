import type { Finding, Place } from '../contract/outcomes.ts';
import { type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { Breach, Ledger } from '../families/rule.ts';
import { curlOf } from '../requests/curl.ts';
import { limits } from '../safety/limits.ts';
import { clipped } from '../safety/printable.ts';
import { placeOf, textOfPlace } from './place.ts';

/** The findings about one requirement. Only the first findings are kept, since a deployment may cause a million. */
export interface Entry {
  passed: number;
  failed: number;
  readonly failures: Finding[];
  /** Where the failures were seen, by the text of the place. */
  readonly places: Map<string, Place>;
  warned: number;
  readonly warnings: Finding[];
  readonly reasons: string[];
}

/** The findings by requirement. Plain data, so that a thread can send it. */
export type Tally = Map<RequirementId, Entry>;

const mostFindings = 5;
const mostPlaces = 200;

/** The entry of a requirement, made if need be. Throws for an unknown requirement, which is a mistake in a rule. */
export function entryOf(tally: Tally, requirement: RequirementId): Entry {
  const known = tally.get(requirement);
  if (known !== undefined) return known;
  const { id } = requirementOf(requirement);
  const entry: Entry = {
    passed: 0,
    failed: 0,
    failures: [],
    places: new Map(),
    warned: 0,
    warnings: [],
    reasons: [],
  };
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
      const { level, endpoints } = requirementOf(requirement);
      if (level === 'must') addFailure(entry, placeOf(breach, endpoints), () => findingOf(breach));
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
  for (const [id, { passed, failed, failures, places, warned, warnings, reasons }] of from) {
    const entry = entryOf(to, id);
    entry.passed += passed;
    for (const finding of failures) addFailure(entry, finding.place ?? {}, () => finding);
    for (const place of places.values()) addPlace(entry, place);
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

/**
 * Counts a failure; `finding` is made only if it is kept. Once there are enough, the first one at another endpoint takes the
 * place of one at an endpoint that has several.
 */
export function addFailure(entry: Entry, place: Place, finding: () => Finding): void {
  const { failures } = entry;
  const isElsewhere = failures.every((kept) => kept.place?.endpoint !== place.endpoint);
  entry.failed += 1;
  addPlace(entry, place);
  if (failures.length < mostFindings) failures.push({ ...finding(), place });
  else if (isElsewhere) {
    const spare = failures.findLastIndex((one, at) =>
      failures.slice(0, at).some((other) => other.place?.endpoint === one.place?.endpoint),
    );
    if (spare !== -1) failures[spare] = { ...finding(), place };
  }
}

/** Beyond the limit a failure is somewhere: only what is expected anywhere covers it. */
function addPlace({ places }: Entry, place: Place): void {
  const kept = places.size < mostPlaces ? place : {};
  const text = textOfPlace(place);
  if (!places.has(text)) places.set(kept === place ? text : textOfPlace(kept), kept);
}

function addWarning(entry: Entry, finding: () => Finding): void {
  entry.warned += 1;
  if (entry.warnings.length < mostFindings) entry.warnings.push(finding());
}

function findingOf({ exchange, pointer: _, message, expected, seen }: Breach): Finding {
  return {
    message: clipped(message, limits.textLength),
    ...(expected === undefined ? {} : { expected: clipped(expected, limits.quoteLength) }),
    ...(seen === undefined ? {} : { seen: clipped(seen, limits.quoteLength) }),
    stage: 'rules',
    ...(exchange === undefined ? {} : { exchange: exchange.number, curl: curlOf(exchange) }),
  };
}
