import type { Computations } from '../form/form.ts';
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
export const computations: Computations<RequestContext> = {
  getStatus,
  getChart,
  getPatterns,
  listReports,
  exportReports,
  getHighlights,
};

/**
 * How long a cached response stays valid. `snapshot`: it describes the present. `data`: until the visible reports or
 * the day change. `stream`: it is sent as it is computed, and never cached.
 */
type Validity = 'snapshot' | 'data';

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
