import { availableParallelism, cpus, totalmem } from 'node:os';

/** The machine a table was measured on, in one line. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, ${process.platform}, Node.js ${process.versions.node}`;
}
