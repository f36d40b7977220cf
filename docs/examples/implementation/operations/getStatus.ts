import type { Handler } from '../context.ts';
import { CLOSES, dayOf, isOpen, MINUTE, OPENS, reports, stamp, timeAt } from '../line.ts';

const MEMORY = 60 * MINUTE;

/** Get the current estimate: `GET /api/v1/status`. */
export const getStatus: Handler<'getStatus'> = async () => {
  const now = new Date();
  const recent = isOpen(now) ? reports.filter(({ at }) => now.getTime() - at.getTime() < MEMORY) : [];
  const newest = recent.at(-1);
  const common = { message: null, report_count: recent.length, hours: hoursAt(now) };
  if (newest === undefined)
    return {
      ...common,
      has_estimate: false,
      estimate_display: null,
      estimate_value: null,
      last_updated: null,
    };

  // The newer a report, the more it counts.
  let [sum, weights] = [0, 0];
  for (const { at, bucket } of recent) {
    const weight = MEMORY - (now.getTime() - at.getTime());
    sum += weight * Number(bucket);
    weights += weight;
  }
  const value = sum / weights;
  return {
    ...common,
    has_estimate: true,
    estimate_display: `${Math.floor(value * 0.8)}-${Math.ceil(value * 1.2)}`,
    estimate_value: value,
    last_updated: stamp(newest.at),
  };
};

function hoursAt(now: Date) {
  if (!isOpen(now))
    return {
      is_open: false as const,
      closing_soon: false,
      minutes_until_close: null,
      closes_at: null,
      opens_at: clock(OPENS),
    };
  const minutes = Math.ceil((timeAt(dayOf(now), CLOSES).getTime() - now.getTime()) / MINUTE);
  return {
    is_open: true as const,
    closing_soon: minutes <= 30,
    minutes_until_close: minutes,
    closes_at: clock(CLOSES),
    opens_at: null,
  };
}

function clock(hour: number): string {
  return `${hour % 12 || 12}:00${hour < 12 ? 'am' : 'pm'}`;
}
