import { Gauge, type Registry } from 'prom-client';
import type { LocalTime } from '../domain/local-time.ts';
import { HOUR, type Micros, SECOND } from '../domain/micros.ts';
import { openedSince } from '../domain/opening-hours.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { Store } from '../store/store.ts';
import { inTime } from './database-metrics.ts';

/** The longest time without a report that is measured. */
const LONGEST: Micros = 24 * HOUR;

export interface ReportSources {
  readonly store: Pick<Store, 'extent'>;
  readonly clock: () => Micros;
  readonly timetable: Timetable;
  readonly time: LocalTime;
}

/** Registers how long the open venue has had no report. */
export function registerReportMetrics(
  registry: Registry,
  { store, clock, timetable, time }: ReportSources,
): void {
  new Gauge({
    name: 'headcount_newest_report_age_seconds',
    help: 'Seconds without a report since the venue opened, up to a day; absent while it is closed.',
    registers: [registry],
    async collect() {
      this.remove();
      const now = clock();
      const opened = openedSince(timetable, time, now, LONGEST);
      if (opened === null) return;
      const extent = await inTime(store.extent(now + 1).then((found) => found ?? { last: opened }));
      if (extent !== null) this.set((now - Math.max(opened, extent.last)) / SECOND);
    },
  });
}
