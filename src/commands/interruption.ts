import { constants } from 'node:os';

/** Exits at the first SIGTERM, SIGINT or SIGHUP, so that temporary files are removed. */
export function exitOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
