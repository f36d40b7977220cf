import type { Handler } from '../context.ts';
import {
  average,
  CLOSES,
  dayBefore,
  dayOf,
  isOpen,
  MINUTE,
  OPENS,
  type Report,
  reportsBetween,
  stamp,
  timeAt,
} from '../line.ts';

/** Get chart data: `GET /api/v1/chart`. */
export const getChart: Handler<'getChart'> = async (query) => {
  const today = dayBefore(0);
  const until = query.until ?? (query.since !== undefined && query.since > today ? query.since : today);
  const since = query.since ?? until;
  const reports = reportsBetween(since, until);
  return {
    scatter: reports.map(({ at, bucket }) => ({ t: stamp(at), value: Number(bucket) })),
    line: since === until ? lineOf(since, reports) : dailyAverages(reports),
    open_window:
      since === until
        ? { start: stamp(timeAt(since, OPENS)), end: stamp(timeAt(since, CLOSES)), closed: [] }
        : null,
  };
};

/** A point every quarter-hour: the average of the reports in the half hour before and after it. */
function lineOf(day: string, reports: readonly Report[]) {
  const points: { t: string; value: number | null }[] = [];
  for (let time = timeAt(day, 0); dayOf(time) === day; time = new Date(time.getTime() + 15 * MINUTE)) {
    const near = reports.filter(({ at }) => Math.abs(at.getTime() - time.getTime()) <= 30 * MINUTE);
    const isPast = time.getTime() <= Date.now();
    points.push({ t: stamp(time), value: isPast && isOpen(time) ? average(near) : null });
  }
  return points;
}

/** A point for each day with reports: their average, at the time when the day begins. */
function dailyAverages(reports: readonly Report[]) {
  return [...new Set(reports.map(({ at }) => dayOf(at)))].map((day) => ({
    t: stamp(timeAt(day, 0)),
    value: average(reports.filter(({ at }) => dayOf(at) === day)),
  }));
}
