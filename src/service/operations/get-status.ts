import { LOOKBACK } from '../domain/estimate.ts';
import { currentStatus, type Status } from '../domain/status.ts';
import type { RequestContext } from './context.ts';

type StatusContext = Pick<RequestContext, 'snapshot' | 'store' | 'time' | 'timetable'>;

/** `GET /api/v1/status`: the current estimate. */
export async function getStatus(_query: unknown, context: StatusContext): Promise<Status> {
  const { now } = context.snapshot;
  const [observations, extent] = await Promise.all([
    context.store.observations({ start: now - LOOKBACK, end: now + 1 }),
    context.store.extent(now + 1),
  ]);
  return currentStatus({
    now,
    observations,
    lastReport: extent?.last ?? null,
    timetable: context.timetable,
    time: context.time,
    model: context.snapshot.model.fitted,
  });
}
