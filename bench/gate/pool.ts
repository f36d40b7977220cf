import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Subject } from '../../conformance/reference/subjects.ts';
import type { GateName, Measured } from './measure.ts';

/** Measures all subjects with a gate in some threads; the order of the subjects stays. */
export async function measureAll(
  gate: GateName,
  subjects: readonly Subject[],
  workers: number,
): Promise<Measured[]> {
  const results: Measured[] = new Array(subjects.length);
  const waiting = subjects.entries();
  const run = async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      for (const [index, { form, id }] of waiting) {
        worker.postMessage({ gate, key: `${form} ${id}` });
        [results[index]] = (await once(worker, 'message')) as [Measured];
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  return results;
}
