import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import sonicBoom from 'sonic-boom';

/** How many bytes of lines are kept while nothing can be written; further lines are dropped. */
const MOST_KEPT = 1_000_000;
/** How long after an error the lines are written again, in milliseconds. */
const RETRY_AFTER = 1000;
/** How long a program that ends waits for its last lines, in milliseconds. */
const LAST_LINES = 500;

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const;

/** JSON lines that never keep the service from serving or from ending: those that cannot be written are dropped and counted. */
export interface ServiceLog {
  readonly logger: Logger;
  /** How many lines were dropped. */
  readonly droppedLines: () => number;
  /** Waits until all lines are written, but not for long. */
  readonly flush: () => Promise<void>;
}

/** Opens the log on a standard stream. pino's own destination would end the process, or never let it end. */
export function openLog(level: string, stream: keyof typeof DESCRIPTORS = 'stdout'): ServiceLog {
  // The getter makes Node.js set pipes and sockets non-blocking. In worker threads, streams have no descriptor.
  const fd = process[stream].fd ?? DESCRIPTORS[stream];
  // With `minLength`, it can be flushed.
  const destination = new sonicBoom.SonicBoom({ fd, sync: false, minLength: 1, maxLength: MOST_KEPT });
  const logger = pino({ level }, destination);
  let dropped = 0;
  let reported = 0;
  let retrying = false;
  destination.on('drop', () => {
    dropped += 1;
  });
  destination.on('error', () => {
    if (retrying) return;
    retrying = true;
    // New lines don't cause another attempt while too many are kept.
    setTimeout(() => {
      retrying = false;
      destination.flush();
    }, RETRY_AFTER).unref();
  });
  destination.on('drain', () => {
    if (dropped === reported) return;
    const missing = dropped - reported;
    reported = dropped;
    logger.warn({ dropped: missing }, 'log lines are missing because they could not be written');
  });
  const flushed = () =>
    new Promise<void>((resolve) => {
      destination.flush(() => resolve());
    });
  return {
    logger,
    droppedLines: () => dropped,
    flush: () => Promise.race([flushed(), sleep(LAST_LINES, undefined, { ref: false })]),
  };
}
