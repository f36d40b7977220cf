import { Worker } from 'node:worker_threads';
import type { Subject } from '../../conformance/reference/subjects.ts';
import type { Measured } from './measure.ts';

/** Measures all subjects with a gate in a few worker threads; the order of the subjects is kept. */
export async function measureAll(
  gate: string,
  subjects: readonly Subject[],
  workers: number,
  onOne: (measured: Measured) => void = () => {},
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
        const measured = await one(worker, gate, subjects[index] as Subject, base);
        results[index] = measured;
        onOne(measured);
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
