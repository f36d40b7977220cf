import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The log may exceed this, in bytes, for about `CHECK_INTERVAL`. */
const LOG_LIMIT = 5_000_000;
/** In milliseconds. */
const CHECK_INTERVAL = 1000;

/**
 * What the thread runs. It flushes most of the log before it locks the file, so that commits wait only for the rest. Text, so
 * that no package has to include a module for it.
 */
const CHECKPOINT = `
  const { closeSync, fdatasyncSync, openSync } = require('node:fs');
  const { DatabaseSync } = require('node:sqlite');
  const { log, url } = require('node:worker_threads').workerData;
  const descriptor = openSync(log);
  fdatasyncSync(descriptor);
  closeSync(descriptor);
  const connection = new DatabaseSync(new URL(url), { timeout: 5000 });
  connection.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
`;

/** The log of the counters, which a thread copies into their file, because a flush can take seconds. */
export interface CountersLog {
  /** Copies the log and empties it, because it still has what was deleted. Does less while others read or write. */
  empty(): Promise<void>;
  /** Makes the connection safe to close. */
  close(): void;
}

/**
 * Takes the flushes of `connection`, which writes the counters in `file`, away from the thread that serves requests (decision 7).
 * `onNotice` is called when a checkpoint fails; the next follows.
 */
export function countersLog(
  connection: DatabaseSync,
  file: string,
  onNotice: (message: string) => void,
): CountersLog {
  // A restarted log would need a flush. An emptied one doesn't: its first frames can't follow old ones.
  connection.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF');
  let running: Promise<void> | null = null;
  const checkpoint = async () => {
    try {
      await inThread(file);
    } catch (error) {
      onNotice(`the log of ${file} could not be copied: ${String(error)}`);
    } finally {
      running = null;
    }
  };
  const timer = setInterval(() => {
    if (running === null && sizeOf(logOf(file)) > LOG_LIMIT) running = checkpoint();
  }, CHECK_INTERVAL).unref();
  return {
    async empty() {
      await running;
      running ??= checkpoint();
      await running;
    },
    close() {
      clearInterval(timer);
      // Closing a file's last connection copies the log, and must flush.
      connection.exec('PRAGMA synchronous = NORMAL');
    },
  };
}

function inThread(file: string): Promise<void> {
  // Never creates a file that was deleted.
  const workerData = { log: logOf(file), url: `${pathToFileURL(file)}?mode=rw` };
  return new Promise((resolve, reject) => {
    const thread = new Worker(CHECKPOINT, { eval: true, workerData, execArgv: [] });
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });
}

function logOf(file: string): string {
  return `${file}-wal`;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
