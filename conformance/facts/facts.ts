import type { Form } from '../contract/types.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type BucketValues, learnBucketValues } from './bucket-values.ts';
import { addDays } from './calendar.ts';
import { findConsensus, joinWalk, type Moment, type Walk } from './consensus.ts';
import { type FormSignal, formOf, formSignals } from './form-seen.ts';
import {
  type Answered,
  answersOf,
  type ChartAnswer,
  chartAnswer,
  type ExportAnswer,
  exportAnswer,
  type PageAnswer,
  type PatternsAnswer,
  pageAnswer,
  patternsAnswer,
} from './responses.ts';
import { readServiceClock, type ServiceClock } from './service-clock.ts';
import type { Stamp } from './timestamp.ts';

/** The evidence, read once for all rules. */
export interface Facts {
  readonly evidence: Evidence;
  /** The form that the deployment is judged by. */
  readonly form: Form;
  readonly formSignals: readonly FormSignal[];
  readonly statuses: readonly Answered[];
  readonly charts: readonly ChartAnswer[];
  readonly patterns: readonly PatternsAnswer[];
  readonly pages: readonly PageAnswer[];
  readonly exports: readonly ExportAnswer[];
  readonly highlights: readonly Answered[];
  readonly walk: Walk;
  /** Whether reports came in while the gate was looking. */
  readonly arrivals: boolean;
  /** Existing reports by second, ascending. */
  readonly moments: readonly Moment[];
  /** The same by local date. */
  readonly momentsByDate: ReadonlyMap<string, readonly Moment[]>;
  readonly momentAt: (second: number) => Moment | undefined;
  /** Whether a report of that time must show in every answer that covers it: it was there before the first answer. */
  readonly settled: (t: Stamp) => boolean;
  /** Whether `moments` is known to hold every report of that local date. */
  readonly covered: (date: string) => boolean;
  readonly values: BucketValues;
  readonly clock: ServiceClock;
}

/** Steps whose names the facts depend on. */
export const walkStep = 'walk';
export const endPageStep = 'reports-end';

/** Reads the evidence. Total: whatever a deployment answers, this does not throw. */
export function readFacts(evidence: Evidence): Facts {
  const charts = answersOf(evidence, 'chart').map(chartAnswer);
  const pages = answersOf(evidence, 'reports').map(pageAnswer);
  const exports = answersOf(evidence, 'export.csv').map(exportAnswer);
  const patterns = answersOf(evidence, 'patterns').map(patternsAnswer);
  const statuses = answersOf(evidence, 'status');
  const highlights = answersOf(evidence, 'highlights');
  const walk = joinWalk(pages.filter((page) => page.exchange.step === walkStep));
  const consensus = findConsensus(walk, exports, charts);
  const moments = [...consensus.values()].sort((a, b) => a.second - b.second);
  const start = newestOf(walk.pages[0]);
  const endPage = pages.find((page) => page.exchange.step === endPageStep);
  const arrivals = endPage === undefined ? walk.pages.length > 0 : newestOf(endPage)?.text !== start?.text;
  const extents = exports.map(extentOf).filter((extent) => extent !== undefined);
  const byDate = new Map<string, Moment[]>();
  for (const moment of moments) {
    const list = byDate.get(moment.t.date);
    if (list === undefined) byDate.set(moment.t.date, [moment]);
    else list.push(moment);
  }
  const signals = formSignals({ charts, patterns, pages, exports, evidence });
  const oldestWalked = walk.reports.reduce<string | undefined>(
    (least, { t }) => (least === undefined || t.date < least ? t.date : least),
    undefined,
  );
  return {
    evidence,
    form: evidence.formDeclared === 'auto' ? (formOf(signals) ?? 2) : evidence.formDeclared,
    formSignals: signals,
    statuses,
    charts,
    patterns,
    pages,
    exports,
    highlights,
    walk,
    arrivals,
    moments,
    momentsByDate: byDate,
    momentAt: (second) => consensus.get(second),
    settled: (t) => !arrivals || (start !== undefined && t.micros < start.micros),
    covered: (date) =>
      walk.complete ||
      (oldestWalked !== undefined && date > oldestWalked) ||
      extents.some(([from, to]) => date >= from && date <= to),
    values: learnBucketValues(charts, consensus),
    clock: readServiceClock({ statuses, charts, pages, exports, evidence }),
  };
}

/** The reports of local dates from `from` to `to`, both inclusive, that must show everywhere. */
export function momentsIn(facts: Facts, from: string, to: string): readonly Moment[] {
  const dates = [...facts.momentsByDate.keys()].filter((date) => date >= from && date <= to).sort();
  return dates.flatMap((date) =>
    (facts.momentsByDate.get(date) ?? []).filter(({ t, count }) => count > 0 && facts.settled(t)),
  );
}

/** The dates of which an export surely shows every report; undefined when it cannot be known. */
function extentOf(answer: ExportAnswer): readonly [string, string] | undefined {
  if (answer.since !== undefined && answer.until !== undefined) return [answer.since, answer.until];
  if (answer.since !== undefined || answer.until !== undefined) return undefined;
  let from = '9999-12-31';
  let to = '0000-01-01';
  for (const { t } of answer.rows) {
    if (t.date < from) from = t.date;
    if (t.date > to) to = t.date;
  }
  if (answer.rows.length === 0) return undefined;
  // Its oldest and newest day may be cut
  return [`${from}~`, addDays(to, -1)] as const;
}

function newestOf(page: PageAnswer | undefined): Stamp | undefined {
  return page?.reports.reduce<Stamp | undefined>(
    (most, { t }) => (most === undefined || t.micros > most.micros ? t : most),
    undefined,
  );
}
