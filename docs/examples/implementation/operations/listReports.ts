import type { Handler } from '../context.ts';
import { reports, stamp } from '../line.ts';
import { invalidParameters } from '../problem.ts';

/** List reports, newest first: `GET /api/v1/reports`. The cursor stands for the first report of a page. */
export const listReports: Handler<'listReports'> = async ({ limit, cursor }, { publicUrl }) => {
  const newestFirst = reports.toReversed();
  const start = cursor === undefined ? 0 : newestFirst.findIndex(({ id }) => cursorOf(id) === cursor);
  if (start === -1)
    throw invalidParameters([{ parameter: 'cursor', message: 'must come from next or previous' }]);
  const end = start + limit;
  const pageAt = (index: number, size: number): string | null => {
    const first = newestFirst[index];
    return first ? `${publicUrl}/api/v1/reports?limit=${size}&cursor=${cursorOf(first.id)}` : null;
  };
  return {
    next: pageAt(end, limit),
    previous: start === 0 ? null : pageAt(Math.max(0, start - limit), Math.min(limit, start)),
    results: newestFirst
      .slice(start, end)
      .map(({ id, at, bucket }) => ({ id, bucket, created_at: stamp(at) })),
  };
};

/** Clients must not rely on what is in a cursor, so it doesn't look like an id. */
function cursorOf(id: number): string {
  return Buffer.from(`report ${id}`).toString('base64url');
}
