import type { Finding } from '../contract/outcomes.ts';
import type { AnyReport, ReportedRequirement, SkippedStep } from '../contract/report-types.ts';
import { counted } from '../safety/printable.ts';
import { neededFor } from './needed-for.ts';

/** A failure that no other one explains, with the failures that follow from it. */
export interface ShownCause {
  readonly failure: ReportedRequirement;
  readonly consequences: readonly ReportedRequirement[];
}

/** The causes at one endpoint, or at several. */
export interface CausesAt {
  readonly endpoint: string;
  readonly causes: readonly ShownCause[];
}

/** The causes of the failures, the likeliest first; with `unexpected`, only those that make the run fail. */
export function shownCauses(report: AnyReport, { unexpected = false } = {}): readonly ShownCause[] {
  const failed = report.requirements.filter(
    ({ outcome, expected }) => outcome === 'fail' && !(unexpected && expected !== undefined),
  );
  const ranks = new Map<string, number>(report.causes.map(({ requirement }, rank) => [requirement, rank]));
  const shown = new Set<string>(failed.map(({ id }) => id));
  const isCause = ({ followsFrom }: ReportedRequirement) =>
    followsFrom === undefined || !shown.has(followsFrom);
  const rankOf = ({ id }: ReportedRequirement) => ranks.get(id) ?? ranks.size;
  return failed
    .filter(isCause)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((failure) => ({
      failure,
      consequences: failed.filter(({ followsFrom }) => followsFrom === failure.id),
    }));
}

/** The causes by endpoint; the endpoint of the likeliest cause comes first. */
export function byEndpoint(causes: readonly ShownCause[]): readonly CausesAt[] {
  const groups = Map.groupBy(causes, ({ failure }) => endpointOf(failure));
  return [...groups].map(([endpoint, list]) => ({ endpoint, causes: list }));
}

/** The endpoints at which a requirement failed, or that it is about. */
export function endpointOf({ places = [], endpoints }: ReportedRequirement): string {
  const seen = new Set(places.flatMap(({ endpoint }) => endpoint ?? []));
  const list = seen.size === 0 ? endpoints : [...seen];
  return list.length > 3 ? 'several endpoints' : list.join(', ');
}

/** Requirements with the same outcome for the same reason. */
export interface ReasonGroup {
  readonly reason: string;
  /** Names what would let a run test them, if that is known. */
  readonly needed: string | undefined;
  readonly ids: readonly string[];
}

/** The requirements of an outcome by reason, for outcomes with a reason each; the most frequent reason comes first. */
export function byReason(
  { requirements }: AnyReport,
  outcome: 'not-exercised' | 'inconclusive',
): readonly ReasonGroup[] {
  const open = requirements.filter((one) => one.outcome === outcome);
  const groups = Map.groupBy(open, ({ findings }) => findings[0]?.message ?? '');
  return [...groups]
    .map(([reason, list]) => ({ reason, needed: neededFor(reason), ids: list.map(({ id }) => id) }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
}

/** A finding in a line. */
export function gist({ message, expected, seen }: Finding): string {
  const parts = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(seen === undefined ? [] : [`seen ${seen}`]),
  ];
  return parts.length === 0 ? message : `${message}: ${parts.join(', ')}`;
}

/** A note after the message of a finding that was made several times. */
export function timesOf(again: number): string {
  return again > 0 ? ` (${again + 1} times)` : '';
}

/** The findings that differ from those before them, with the number of those that don't. */
export function distinct(findings: readonly Finding[]): readonly (readonly [Finding, number])[] {
  const groups = Map.groupBy(findings, ({ message, expected, seen }) => [message, expected, seen].join('\n'));
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [[first, rest.length]],
  );
}

/** Requests that were not sent because the budget had no room for them. */
export function unsent(report: AnyReport): readonly SkippedStep[] {
  if (report.subject === 'client') return [];
  return report.skipped.filter(({ reason, blocked }) => !blocked && reason.includes('budget'));
}

/** Counts the requests that the budget left out, and names the option that raises it; empty if everything was sent. */
export function notSent(report: AnyReport): readonly string[] {
  const { length } = unsent(report);
  if (report.subject === 'client' || length === 0) return [];
  return [
    `${counted(length, 'optional request')} did not fit in the budget of ${report.maxRequests}; to send ${length === 1 ? 'it' : 'them'} too, use --max-requests ${report.maxRequests + length}.`,
  ];
}

/** An outcome in words: the names in report.json are older than them. */
export function inWords(outcome: string): string {
  return outcome === 'not-exercised' ? 'not tested' : outcome;
}
