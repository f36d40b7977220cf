import type { Computations, Form } from '../form/form.ts';
import type { RequestContext } from './context.ts';
import { exportReports } from './export-reports.ts';
import { chartValidity, getChart } from './get-chart.ts';
import { getHighlights } from './get-highlights.ts';
import { getPatterns } from './get-patterns.ts';
import { getStatus } from './get-status.ts';
import { listReports } from './list-reports.ts';
import type { RangeQuery } from './range.ts';
import type { Snapshot } from './snapshot.ts';

/** Every operation of either form, by its operationId. */
export const computations = {
  getStatus,
  getChart,
  getPatterns,
  listReports,
  exportReports,
  getHighlights,
} satisfies Computations<RequestContext>;

/** A form whose projections take the results of the computations. */
export type ServedForm = Form<{
  [Id in keyof typeof computations]: Awaited<ReturnType<(typeof computations)[Id]>>;
}>;

/** The operations of a form by operationId: each a computation followed by the form's projection. */
export function handlersOf({ projections }: ServedForm): Readonly<Record<string, Handler>> {
  return Object.fromEntries(
    Object.entries(projections).map(([id, project]) => {
      const compute = computations[id as keyof typeof computations];
      return [
        id,
        async (query, context) => project((await compute(query, context)) as never, context),
      ] satisfies [string, Handler];
    }),
  );
}

type Handler = (query: never, context: RequestContext) => Promise<object>;

/**
 * How long a cached response stays valid. `snapshot`: until the snapshot ends. `data`: until the visible reports or
 * the day change. `model`: until these or the fitted model change. A `stream` is sent while it is computed, and never cached.
 */
type Validity = 'snapshot' | 'data' | 'model';

interface CachePolicy {
  readonly validFor: Validity | 'stream' | ((query: RangeQuery, snapshot: Snapshot) => Validity);
  /** Whether responses differ between accounts. */
  readonly perAccount?: boolean;
}

/** What responses depend on besides the request target and the base URL. */
export const CACHE_POLICY: Readonly<Record<keyof typeof computations, CachePolicy>> = {
  getStatus: { validFor: 'snapshot' },
  getChart: { validFor: chartValidity },
  getPatterns: { validFor: 'data' },
  listReports: { validFor: 'data' },
  exportReports: { validFor: 'stream' },
  getHighlights: { validFor: 'data', perAccount: true },
};
