import type { Form } from '../contract/contract.ts';
import { allEndpoints, type Endpoint } from '../contract/operations.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isWithoutRereading } from '../requests/rereading.ts';
import { type BucketValues, learnBucketValues } from './bucket-values.ts';
import { addDays } from './calendar.ts';
import { type Changes, findChanges } from './changes.ts';
import { findConsensus, joinWalk, type ReportGroup, type Walk } from './consensus.ts';
import { walkOf } from './feed-roles.ts';
import { type FormSignal, formOf, formSignals } from './form-seen.ts';
import { findHighlightChanges, type HighlightChanges } from './highlight-days.ts';
import { patternDifferences } from './pattern-differences.ts';
import { type KeyOf, reportKey } from './report-key.ts';
import {
  type ChartResponse,
  type ExportResponse,
  type FeedPage,
  type ParsedResponse,
  type PatternsResponse,
  readChart,
  readExport,
  readFeedPage,
  readPatterns,
  responsesOf,
} from './responses.ts';
import { boundsOf } from './run-bounds.ts';
import { readServiceClock, type ServiceClock } from './service-clock.ts';
import type { Timestamp } from './timestamp.ts';

/** The evidence, parsed once for all rules. */
export interface Facts {
  readonly evidence: Evidence;
  /** The form whose requirements apply. */
  readonly form: Form;
  readonly formSignals: readonly FormSignal[];
  /** The 200 responses to allowed requests, of the endpoints of both forms in document order. */
  readonly responsesByEndpoint: ReadonlyMap<Endpoint, readonly ParsedResponse[]>;
  readonly statuses: readonly ParsedResponse[];
  readonly charts: readonly ChartResponse[];
  readonly patterns: readonly PatternsResponse[];
  readonly pages: readonly FeedPage[];
  readonly exports: readonly ExportResponse[];
  readonly highlights: readonly ParsedResponse[];
  readonly walk: Walk;
  /** Whether reports arrived or changed during the run, or may have. */
  readonly arrivals: boolean;
  readonly changes: Changes;
  readonly highlightChanges: HighlightChanges;
  /** See `patternDifferences`. */
  readonly differencesOf: (response: PatternsResponse) => number | undefined;
  /** Existing reports by time, ascending. */
  readonly groups: readonly ReportGroup[];
  /** The same by local date. */
  readonly groupsByDate: ReadonlyMap<string, readonly ReportGroup[]>;
  /** Identifies the time of a report on all endpoints. */
  readonly keyOf: KeyOf;
  readonly groupOf: (t: Timestamp) => ReportGroup | undefined;
  /** Whether the reports of that time were the same during the whole run, so that every response covering it must show them. */
  readonly stable: (t: Timestamp) => boolean;
  /** Whether `groups` contains every report of that local date. */
  readonly fullyObserved: (date: string) => boolean;
  readonly values: BucketValues;
  readonly clock: ServiceClock;
}

/** Parses the evidence. Never throws, whatever a deployment responds. */
export function readFacts(evidence: Evidence): Facts {
  const byEndpoint = new Map(allEndpoints().map((endpoint) => [endpoint, responsesOf(evidence, endpoint)]));
  const at = (endpoint: Endpoint) => byEndpoint.get(endpoint) ?? [];
  const charts = at('chart').map(readChart);
  const pages = at('reports').map(readFeedPage);
  const exports = at('export.csv').map(readExport);
  const patterns = at('patterns').map(readPatterns);
  const statuses = at('status');
  const walk = joinWalk(evidence.level === 'full' ? walkOf(pages) : []);
  const keyOf = reportKey([
    pages.flatMap(({ reports }) => reports.map(({ t }) => t)),
    exports.flatMap(({ rows }) => rows.map(({ t }) => t)),
    charts.flatMap(({ scatter }) => scatter.map(({ t }) => t)),
  ]);
  const consensus = findConsensus(walk, exports, charts, keyOf);
  const groups = [...consensus.values()].sort((a, b) => a.key - b.key);
  const bounds = boundsOf(
    { charts, pages, exports, patterns, statuses },
    evidence.finishedAt - evidence.startedAt,
  );
  const arrived = evidence.level === 'full' && bounds.arrivals;
  const isBefore = (t: Timestamp) => !arrived || bounds.isBefore(t);
  const extents = exports.map(extentOf).filter((extent) => extent !== undefined);
  const byDate = new Map<string, ReportGroup[]>();
  for (const group of groups) {
    const list = byDate.get(group.t.date);
    if (list === undefined) byDate.set(group.t.date, [group]);
    else list.push(group);
  }
  const signals = formSignals({ charts, patterns, pages, exports, evidence });
  const oldestWalked = walk.reports.reduce<string | undefined>(
    (least, { t }) => (least === undefined || t.date < least ? t.date : least),
    undefined,
  );
  const fullyObserved = (date: string) =>
    walk.complete ||
    (oldestWalked !== undefined && date > oldestWalked) ||
    extents.some(([from, to]) => date >= from && date <= to);
  const values = learnBucketValues(charts, consensus, keyOf);
  const differencesOf = patternDifferences({
    groups,
    complete: walk.complete,
    fullyObserved,
    valuesOf: values.of,
  });
  const clock = readServiceClock({
    ...{ statuses, charts, pages, exports, evidence },
    spelled: (t) => consensus.get(keyOf(t))?.t ?? t,
  });
  // A service that keeps reports for so many days drops a whole one at midnight
  const expiring = clock.todays.length > 1 ? groups[0]?.t.date : undefined;
  const highlights = at('highlights');
  const isUnrepeatable = isWithoutRereading(evidence.skipped);
  const changes = findChanges(
    {
      groups,
      patterns: patterns.filter(({ until }) => !arrived || until !== undefined),
      isOlder: bounds.isOlder,
      differencesOf,
      isUnrepeatable,
    },
    { walk, pages, exports, charts },
    keyOf,
  );
  return {
    evidence,
    responsesByEndpoint: byEndpoint,
    form: evidence.formDeclared === 'auto' ? (formOf(signals) ?? 2) : evidence.formDeclared,
    formSignals: signals,
    statuses,
    charts,
    patterns,
    pages,
    exports,
    highlights,
    walk,
    arrivals: arrived || changes.seen || expiring !== undefined,
    changes,
    highlightChanges: findHighlightChanges(highlights, clock.todays, isUnrepeatable),
    differencesOf,
    groups,
    groupsByDate: byDate,
    keyOf,
    groupOf: (t) => consensus.get(keyOf(t)),
    stable: (t) => isBefore(t) && t.date !== expiring && !changes.confirmed.has(keyOf(t)),
    fullyObserved,
    values,
    clock,
  };
}

/** The stable reports of local dates from `from` to `to`, both inclusive. */
export function groupsIn(facts: Facts, from: string, to: string): readonly ReportGroup[] {
  const dates = [...facts.groupsByDate.keys()].filter((date) => date >= from && date <= to).sort();
  return dates.flatMap((date) =>
    (facts.groupsByDate.get(date) ?? []).filter(({ t, count }) => count > 0 && facts.stable(t)),
  );
}

/** The dates for which an export shows every report; undefined if that is not certain. */
function extentOf(response: ExportResponse): readonly [string, string] | undefined {
  if (response.since !== undefined && response.until !== undefined) return [response.since, response.until];
  if (response.since !== undefined || response.until !== undefined) return undefined;
  let from = '9999-12-31';
  let to = '0000-01-01';
  for (const { t } of response.rows) {
    if (t.date < from) from = t.date;
    if (t.date > to) to = t.date;
  }
  if (response.rows.length === 0) return undefined;
  // Its oldest and newest day may be cut
  return [`${from}~`, addDays(to, -1)] as const;
}
