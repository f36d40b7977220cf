import { Worker } from 'node:worker_threads';
import type { Subject } from '../../conformance/reference/subjects.ts';
import type { Kept } from './kept.ts';
import type { Measured } from './measure.ts';

/** How subjects are measured: in how many threads, and where results are kept. */
export type Pool = { readonly workers: number; readonly kept: Kept };

/** Measures all subjects with a gate, except those whose results are kept; the order of the subjects stays. */
export async function measureAll(
  gate: string,
  subjects: readonly Subject[],
  { workers, kept }: Pool,
  base = 'default',
): Promise<Measured[]> {
  const results: Measured[] = new Array(subjects.length);
  let next = 0;
  const run = async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      while (next < subjects.length) {
        const index = next;
        next += 1;
        const subject = subjects[index] as Subject;
        const known = kept.find(gate, base, subject);
        results[index] = known ?? (await one(worker, gate, subject, base));
        if (known === undefined) kept.add(gate, base, results[index]);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  return results;
}

function one(worker: Worker, gate: string, subject: Subject, base: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const settle = (measured: Measured) => {
      worker.off('error', reject);
      resolve(measured);
    };
    worker.once('message', settle);
    worker.once('error', reject);
    worker.postMessage({ gate, base, key: `${subject.form} ${subject.id}` });
  });
}
