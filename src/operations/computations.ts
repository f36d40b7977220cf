import type { Computations } from '../form/form.ts';
import type { RangeQuery } from './ask-range.ts';
import type { RequestContext } from './context.ts';
import { exportReports } from './export-reports.ts';
import { getChart, isOfThePast } from './get-chart.ts';
import { getHighlights } from './get-highlights.ts';
import { getPatterns } from './get-patterns.ts';
import { getStatus } from './get-status.ts';
import { listReports } from './list-reports.ts';
import type { Moment } from './moment.ts';

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
 * `lesson`: it changes with the reports, with the day, and with what earlier days teach. `data`: with
 * the reports or the day alone. `never`: it is not kept.
 */
export type Lifetime = 'minute' | 'lesson' | 'data' | 'never';

interface Reuse {
  readonly lifetime: Lifetime | ((query: RangeQuery, moment: Moment) => Lifetime);
  /** Whether the key's owner matters. */
  readonly perAccount: boolean;
}

/** What answers depend on besides the request target. */
export const REUSE: Readonly<Record<keyof typeof computations, Reuse>> = {
  getStatus: { lifetime: 'minute', perAccount: false },
  getChart: {
    lifetime: (query, moment) => {
      if (!isOfThePast(query, moment)) return 'minute';
      // Only the line of a single day goes by what was learned.
      return query.since === undefined || query.since === query.until ? 'lesson' : 'data';
    },
    perAccount: false,
  },
  getPatterns: { lifetime: 'data', perAccount: false },
  listReports: { lifetime: 'data', perAccount: false },
  exportReports: { lifetime: 'never', perAccount: false },
  getHighlights: { lifetime: 'data', perAccount: true },
};
