import type { ChartAnswer } from '../facts/responses.ts';
import { chartDay } from '../facts/service-clock.ts';

/** The day of a chart of one day; undefined for other ranges and for ends that were left open. */
export function singleDay(chart: ChartAnswer): string | undefined {
  if (chart.since === undefined && chart.until === undefined) return chartDay(chart);
  return chart.since === chart.until ? chart.since : undefined;
}
