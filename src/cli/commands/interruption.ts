import { constants } from 'node:os';

/** Exits at the first SIGTERM, SIGINT or SIGHUP, so that temporary files are removed. `consequence`: what then was not done. Returns what ends that. */
export function exitOnSignal(consequence: string): () => void {
  const exit = (signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP'): never => {
    console.error(`headcount: interrupted; ${consequence}`);
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, exit);
  return () => {
    for (const signal of signals) process.removeListener(signal, exit);
  };
}

/** Calls `stop` at the first SIGTERM or SIGINT and then exits; a second one exits at once. */
export function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const shutDown = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}
