import { parentPort, workerData } from 'node:worker_threads';
import { type MaterialOptions, materialOf } from './material.ts';
import { measure } from './measure.ts';
import { plannedRows } from './rows.ts';

/** Measures the rows whose numbers it is sent; see `measureRows`. */
const rows = plannedRows(await materialOf(workerData as MaterialOptions));
parentPort?.on('message', (number: number) => {
  const row = rows[number];
  if (row === undefined) throw new RangeError(`there is no row ${number}`);
  parentPort?.postMessage(measure(row));
});
