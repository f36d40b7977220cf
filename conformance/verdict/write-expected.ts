import { Document, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { withoutMark } from '../contract/json.ts';
import type { Place, RequirementOutcome } from '../contract/outcomes.ts';
import type { ExpectedFailure } from '../contract/report-types.ts';
import { requirementOf } from '../contract/requirements.ts';
import { isStaleIn, uncovered } from './expected-failures.ts';
import { readExpectedFailures, unwritten } from './expected-list.ts';
import type { MergedOutcome } from './merge-outcomes.ts';
import { withoutSteps } from './place.ts';

/** Days in which the reasons of new entries have to be written. */
const daysToReview = 30;
/** More pointers than these at an endpoint become one entry for the endpoint. */
const mostPointers = 5;
/** More endpoints than these become one entry for all, if the requirement fails as a whole at each that was seen. */
const mostEndpoints = 2;

const heading = ' Known failures that are accepted for now; docs/known-failures.md explains the members.';

/** An outcome of one run or of several. */
type JudgedOutcome = RequirementOutcome & Pick<MergedOutcome, 'flaky'>;

export interface WrittenList {
  /** The list as YAML. */
  readonly text: string;
  readonly entries: readonly ExpectedFailure[];
  readonly added: number;
  readonly removed: number;
}

/**
 * The list of expected failures after a run: entries that are still needed stay as they are, with their comments; stale ones
 * go; new failures get an entry for each place. What follows from another failure needs no entry. Returns what is wrong with
 * `before`, if so.
 */
export function updateExpected(
  before: string,
  outcomes: readonly JudgedOutcome[],
  { today, seen }: { today: string; seen: readonly Place[] },
): WrittenList | string {
  const known = readExpectedFailures(before);
  if (typeof known === 'string') return known;
  const document = before.trim() === '' ? emptyList() : parseDocument(withoutMark(before));
  const list = listOf(document);
  const isKept = known.map((entry) => !isStaleIn(outcomes, entry, seen));
  list.items = list.items.filter((_, at) => isKept[at]);
  const kept = known.filter((_, at) => isKept[at]);
  const added = outcomes
    .filter(({ outcome, followsFrom }) => outcome === 'fail' && followsFrom === undefined)
    .flatMap((failed) =>
      entriesFor(failed, uncovered(failed, kept), seen).map((entry) => ({
        ...entry,
        reason: `${unwritten}: why is this accepted?`,
        review_by: dayAfter(today, daysToReview),
        ...(failed.flaky === true ? { flaky: true } : {}),
      })),
    );
  for (const entry of added) list.add(document.createNode(entry));
  const text = document.toString({ lineWidth: 0 });
  const entries = readExpectedFailures(text);
  if (typeof entries === 'string') throw new Error(`the list that was written cannot be read: ${entries}`);
  return { text, entries, added: added.length, removed: known.length - kept.length };
}

function entriesFor(
  { requirement }: RequirementOutcome,
  places: readonly Place[],
  seen: readonly Place[],
): readonly ({ readonly requirement: string } & Place)[] {
  const known = withoutSteps(places);
  // A failure without a place is only covered by an entry without one, which covers all others
  if (known.some(({ endpoint }) => endpoint === undefined)) return [{ requirement }];
  const byEndpoint = Map.groupBy(known, ({ endpoint }) => endpoint ?? '');
  const isEverywhere =
    byEndpoint.size > mostEndpoints &&
    known.every(({ pointer }) => pointer === undefined) &&
    requirementOf(requirement).endpoints.every(
      (one) => byEndpoint.has(one) || seen.every(({ endpoint }) => endpoint !== one),
    );
  if (isEverywhere) return [{ requirement }];
  return [...byEndpoint].flatMap(([endpoint, list]) => {
    const isExact = list.length <= mostPointers && list.every(({ pointer }) => isPlain(pointer));
    return isExact ? list.map((place) => ({ requirement, ...place })) : [{ requirement, endpoint }];
  });
}

/** Names that a deployment made up do not get into the list. */
function isPlain(pointer: string | undefined): boolean {
  return pointer !== undefined && /^[\w/*.~-]{1,200}$/.test(pointer);
}

function emptyList(): Document {
  const document = new Document([]);
  document.commentBefore = heading;
  return document;
}

function listOf(document: Pick<Document, 'contents' | 'createNode'>): YAMLSeq {
  const { contents } = document;
  const list = isSeq(contents) ? contents : document.createNode<unknown>([]);
  if (!isSeq(list)) throw new Error('a list is not a list');
  list.flow = false;
  document.contents = list;
  return list;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
