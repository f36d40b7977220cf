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
import { lazily } from './once.ts';
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
import { boundsOf, type RunBounds } from './run-bounds.ts';
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
  /** The reports of each time, as most endpoints show them. */
  readonly consensus: ReadonlyMap<number, ReportGroup>;
  readonly bounds: RunBounds;
  /** A service that keeps reports for so many days drops the whole oldest one at midnight: its date, if the run crosses midnight. */
  readonly expiring: string | undefined;
  /** True if reports arrived or changed during the run, or may have. */
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
  /** Checks whether the reports of that time were the same during the whole run, so that every response covering it must show them. */
  readonly stable: (t: Timestamp) => boolean;
  /** Checks whether `groups` contains every report of that local date. */
  readonly fullyObserved: (date: string) => boolean;
  readonly values: BucketValues;
  readonly clock: ServiceClock;
}

type Definitions = { readonly [Name in Exclude<keyof Facts, 'evidence'>]: (facts: Facts) => Facts[Name] };

/** How each fact follows from the evidence and from other facts. Their order does not matter: `lazily` computes what one needs. */
const definitions: Definitions = {
  // What the responses say
  responsesByEndpoint: ({ evidence }) =>
    new Map(allEndpoints().map((endpoint) => [endpoint, responsesOf(evidence, endpoint)])),
  statuses: (facts) => allOf(facts, 'status'),
  charts: (facts) => allOf(facts, 'chart').map(readChart),
  patterns: (facts) => allOf(facts, 'patterns').map(readPatterns),
  pages: (facts) => allOf(facts, 'reports').map(readFeedPage),
  exports: (facts) => allOf(facts, 'export.csv').map(readExport),
  highlights: (facts) => allOf(facts, 'highlights'),
  formSignals,
  form: ({ evidence: { formDeclared }, formSignals: signals }) =>
    formDeclared === 'auto' ? (formOf(signals) ?? 2) : formDeclared,

  // Which reports exist
  walk: ({ evidence, pages }) => joinWalk(evidence.level === 'full' ? walkOf(pages) : []),
  keyOf: ({ pages, exports, charts }) =>
    reportKey([
      pages.flatMap(({ reports }) => reports.map(({ t }) => t)),
      exports.flatMap(({ rows }) => rows.map(({ t }) => t)),
      charts.flatMap(({ scatter }) => scatter.map(({ t }) => t)),
    ]),
  consensus: ({ walk, exports, charts, keyOf }) => findConsensus(walk, exports, charts, keyOf),
  groups: ({ consensus }) => [...consensus.values()].sort((a, b) => a.key - b.key),
  groupsByDate: ({ groups }) => Map.groupBy(groups, ({ t }) => t.date),
  groupOf:
    ({ consensus, keyOf }) =>
    (t) =>
      consensus.get(keyOf(t)),
  fullyObserved: observedDates,
  values: ({ charts, consensus, keyOf }) => learnBucketValues(charts, consensus, keyOf),

  // What time it is there
  clock: ({ evidence, statuses, charts, pages, exports, groupOf }) =>
    readServiceClock({ evidence, statuses, charts, pages, exports, spelled: (t) => groupOf(t)?.t ?? t }),

  // What changed while the gate was reading
  bounds: boundsOf,
  expiring: ({ clock, groups }) => (clock.todays.length > 1 ? groups[0]?.t.date : undefined),
  differencesOf: ({ groups, walk, fullyObserved, values }) =>
    patternDifferences({ groups, complete: walk.complete, fullyObserved, valuesOf: values.of }),
  changes: (facts) =>
    findChanges(
      {
        groups: facts.groups,
        patterns: facts.patterns.filter(({ until }) => !facts.bounds.arrivals || until !== undefined),
        isOlder: facts.bounds.isOlder,
        differencesOf: facts.differencesOf,
        isUnrepeatable: isWithoutRereading(facts.evidence.skipped),
      },
      facts,
      facts.keyOf,
    ),
  arrivals: ({ bounds, changes, expiring }) => bounds.arrivals || changes.seen || expiring !== undefined,
  stable:
    ({ bounds, changes, expiring, keyOf }) =>
    (t) =>
      bounds.isBefore(t) && t.date !== expiring && !changes.confirmed.has(keyOf(t)),
  highlightChanges: ({ highlights, clock, evidence }) =>
    findHighlightChanges(highlights, clock.todays, isWithoutRereading(evidence.skipped)),
};

/** Parses the evidence. Never throws, whatever a deployment responds. */
export function readFacts(evidence: Evidence): Facts {
  const facts = lazily<Facts>({ evidence: () => evidence, ...definitions });
  // All at once, since the time for parsing is limited as a step of its own
  return { ...facts };
}

function allOf({ responsesByEndpoint }: Facts, endpoint: Endpoint): readonly ParsedResponse[] {
  return responsesByEndpoint.get(endpoint) ?? [];
}

/** A date is fully observed if the walk is past it, or if an export covers it. */
function observedDates({ walk, exports }: Facts): Facts['fullyObserved'] {
  const oldestWalked = walk.reports.reduce<string | undefined>(
    (least, { t }) => (least === undefined || t.date < least ? t.date : least),
    undefined,
  );
  const extents = exports.map(extentOf).filter((extent) => extent !== undefined);
  return (date) =>
    walk.complete ||
    (oldestWalked !== undefined && date > oldestWalked) ||
    extents.some(([from, to]) => date >= from && date <= to);
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
