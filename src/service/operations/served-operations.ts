import type { DayChart, RangeChart } from '../domain/chart.ts';
import type { Patterns } from '../domain/patterns.ts';
import type { FeedPage, Highlight, ReportColumns } from '../domain/report.ts';
import type { Status } from '../domain/status.ts';
import type { Form, Queries } from '../form/form.ts';
import type { RequestContext } from './context.ts';
import { chartValidity, getChart } from './get-chart.ts';
import { getHighlights } from './get-highlights.ts';
import { getPatterns } from './get-patterns.ts';
import { getStatus } from './get-status.ts';
import { exportReports, listReports } from './list-reports.ts';
import { type Snapshot, type Validity, versionFor } from './snapshot.ts';

/** What the operations of either form compute, by operationId. */
interface Results {
  readonly getStatus: Status;
  readonly getChart: DayChart | RangeChart;
  readonly getPatterns: Patterns;
  readonly listReports: FeedPage;
  readonly exportReports: AsyncIterable<ReportColumns>;
  readonly getHighlights: readonly Highlight[];
}

/** A form whose projections take what the operations compute. */
export type ServedForm = Form<Results>;

/** An operation of a form: a computation, followed by the form's projection. Queries were validated by the document, so they have its types. */
export interface ServedOperation {
  /** What the response depends on besides its target and the base URL; null: it is sent while it is computed, and never cached. */
  version(query: object, snapshot: Snapshot, account: number): string | null;
  respond(query: object, context: RequestContext): Promise<object>;
}

type Id = keyof Queries;

/** Computes the result of an operation; `validFor`: how long its response may be cached, or that it is streamed. */
interface Handler<Of extends Id> {
  readonly compute: (query: Queries[Of], context: RequestContext) => Promise<Results[Of]>;
  readonly validFor: Validity | 'stream' | ((query: Queries[Of], snapshot: Snapshot) => Validity);
}

/** Has all operations of the documents, or the code doesn't compile. */
const HANDLERS: { readonly [Of in Id]: Handler<Of> } = {
  getStatus: { compute: getStatus, validFor: 'snapshot' },
  getChart: { compute: getChart, validFor: chartValidity },
  getPatterns: { compute: getPatterns, validFor: 'data' },
  listReports: { compute: listReports, validFor: 'data' },
  exportReports: { compute: exportReports, validFor: 'stream' },
  getHighlights: { compute: getHighlights, validFor: 'account' },
};

/** The operations of a form by operationId. */
export function servedOperations({ projections }: ServedForm): ReadonlyMap<string, ServedOperation> {
  const served = new Map<string, ServedOperation>();

  function serve<Of extends Id>(id: Of): void {
    const { compute, validFor }: Handler<Of> = HANDLERS[id];
    const project = projections[id];
    // Form 1 has no highlights.
    if (project === undefined) return;
    served.set(id, {
      version(query, snapshot, account) {
        const validity = typeof validFor === 'function' ? validFor(query as Queries[Of], snapshot) : validFor;
        return validity === 'stream' ? null : versionFor(validity, snapshot, account);
      },
      respond: async (query, context) => project(await compute(query as Queries[Of], context), context),
    });
  }

  for (const id of Object.keys(HANDLERS) as Id[]) serve(id);
  return served;
}
