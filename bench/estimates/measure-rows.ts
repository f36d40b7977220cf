import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { MaterialOptions } from './material.ts';
import type { Row } from './measure.ts';
import type { PlannedRow } from './rows.ts';

/** Measures the chosen rows, one thread per core; the result is in the order of `rows`, and the same for any number of threads. */
export async function measureRows(
  options: MaterialOptions,
  rows: readonly PlannedRow[],
  chosen: (row: PlannedRow) => boolean,
): Promise<readonly Row[]> {
  const waiting = [...rows.entries()]
    .filter(([, row]) => chosen(row))
    .sort(([, a], [, b]) => costOf(b) - costOf(a));
  const measured = new Map<number, Row>();
  const work = async () => {
    const worker = new Worker(new URL('./row-worker.ts', import.meta.url), { workerData: options });
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [number] = next;
        worker.postMessage(number);
        const [row] = (await once(worker, 'message')) as [Row];
        measured.set(number, row);
      }
    } finally {
      await worker.terminate();
    }
  };
  const threads = Math.min(availableParallelism(), waiting.length);
  await Promise.all(Array.from({ length: threads }, work));
  return [...measured].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** Long rows go first, so that no thread is left alone with one. */
function costOf({ group, rate }: PlannedRow): number {
  return (group === 'real' ? 5 : 1) * (5 + rate);
}
