import type { Computations } from '../form/form.ts';
import type { RequestContext } from './context.ts';
import { exportReports } from './export-reports.ts';
import { getChart } from './get-chart.ts';
import { getHighlights } from './get-highlights.ts';
import { getPatterns } from './get-patterns.ts';
import { getStatus } from './get-status.ts';
import { listReports } from './list-reports.ts';

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
 * How long an answer of an operation holds. `minute`: it tells of the present moment.
 * `data`: it changes only with the reports, or with the day. `never`: it is not kept.
 */
export type Lifetime = 'minute' | 'data' | 'never';

/** What answers depend on besides the request target: how long they hold, and whether on the key's owner. */
export const REUSE: Readonly<Record<keyof typeof computations, { lifetime: Lifetime; perAccount: boolean }>> =
  {
    getStatus: { lifetime: 'minute', perAccount: false },
    getChart: { lifetime: 'minute', perAccount: false },
    getPatterns: { lifetime: 'data', perAccount: false },
    listReports: { lifetime: 'data', perAccount: false },
    exportReports: { lifetime: 'never', perAccount: false },
    getHighlights: { lifetime: 'data', perAccount: true },
  };
