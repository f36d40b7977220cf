import type { SimulatedReport } from '../simulation/simulated-report.ts';
import type { NewReport } from '../store/store.ts';

/** Simulated reports as the store takes them in; `before` is how many stand before them in their source. */
export function asNewReports(reports: readonly SimulatedReport[], before = 0): readonly NewReport[] {
  return reports.map((report, index) => ({ ...report, photoKnown: true, line: before + index + 1 }));
}
