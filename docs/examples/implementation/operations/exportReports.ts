import type { Handler } from '../context.ts';
import { reportsBetween, stamp } from '../line.ts';

/** Export reports as CSV: `GET /api/v1/export.csv`. */
export const exportReports: Handler<'exportReports'> = async ({ since, until }) => {
  const found = reportsBetween(since, until);
  return (async function* () {
    yield 'timestamp,bucket\r\n';
    for (const { at, bucket } of found) yield `${stamp(at)},${bucket}\r\n`;
  })();
};
