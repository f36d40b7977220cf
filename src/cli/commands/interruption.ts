import { constants } from 'node:os';

/** Exits at the first SIGTERM, SIGINT or SIGHUP, so that temporary files are removed. `consequence`: what then was not done. */
export function exitOnSignal(consequence: string): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error(`headcount: interrupted; ${consequence}`);
      process.exit(128 + constants.signals[signal]);
    });
  }
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
