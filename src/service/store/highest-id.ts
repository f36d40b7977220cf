import { StoreError } from './errors.ts';
import type { NewReport } from './store.ts';

/** The highest id of a report: the API returns ids as JSON numbers, which hold no larger whole numbers exactly. */
export const HIGHEST_ID = Number.MAX_SAFE_INTEGER;

/** Throws if a source names an id that is not a whole number from 1 to `HIGHEST_ID`. */
export function rejectUnsafeId({ id, line }: NewReport): void {
  if (id === undefined || (Number.isSafeInteger(id) && id >= 1)) return;
  throw new StoreError('conflict', `line ${line}: id ${id} is not a whole number from 1 to ${HIGHEST_ID}`);
}

/** The error for a report without an id that would get one past `HIGHEST_ID`. */
export function noIdLeft(line: number): StoreError {
  return new StoreError(
    'conflict',
    `line ${line}: no id is left for this report: the one after the highest id would be past ${HIGHEST_ID}, ` +
      'the largest that JSON numbers hold; give the report an id',
  );
}
