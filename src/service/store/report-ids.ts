/** The ids of reports. */
import { StoreError } from './errors.ts';
import type { NewReport } from './store.ts';

/** The highest id of a report: the API returns ids as JSON numbers, which hold no larger whole numbers exactly. */
export const HIGHEST_ID = Number.MAX_SAFE_INTEGER;

/** Throws if a source names an id that is not a whole number from 1 to `HIGHEST_ID`. */
export function rejectUnsafeId({ id, line }: NewReport): void {
  if (id === undefined || (Number.isSafeInteger(id) && id >= 1)) return;
  throw new StoreError('conflict', `line ${line}: id ${id} is not a whole number from 1 to ${HIGHEST_ID}`);
}

/** The name of the metadata with the highest id of a report that was removed. */
export const REMOVED_ID = 'highest-removed-id';

/** The highest id that a report has or had, or 0: clients know reports by their ids, so none is used twice. */
export const HIGHEST_USED_ID = `
  (SELECT coalesce(max(id), 0) FROM (
    SELECT max(id) AS id FROM report UNION ALL SELECT CAST(value AS bigint) FROM fact WHERE name = '${REMOVED_ID}') AS used)`;
