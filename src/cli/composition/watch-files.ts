import { statSync } from 'node:fs';
import type { Logger } from 'pino';

/** How often files are looked at, in milliseconds. Mounted files are replaced in ways that not every file system tells. */
const INTERVAL = 2000;

/**
 * Calls `reread` when a file is not as it was at the last look, and while `isPending`. It resolves with the files to look at from then on. What it throws is logged
 * once, after `failure`; then it is called at each look, until it succeeds. It is not called again before it has ended.
 */
export function watchFiles(
  files: readonly string[],
  reread: () => Promise<readonly string[]>,
  {
    logger,
    failure,
    isPending = () => false,
  }: { logger: Logger; failure: string; isPending?: () => boolean },
) {
  let watched = files;
  let stamps: string | null = stampsOf(files);
  let mistake = '';
  let running: Promise<void> | null = null;
  const look = async () => {
    const now = stampsOf(watched);
    if (now === stamps && !isPending()) return;
    try {
      const next = await reread();
      mistake = '';
      // Of the same files, a change since then is seen at the next look.
      stamps = next.join() === watched.join() ? now : stampsOf(next);
      watched = next;
    } catch (error) {
      const { message } = error as Error;
      if (message !== mistake) logger.error(`${failure}: ${message}`);
      mistake = message;
      stamps = null;
    }
  };
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = null;
    });
  }, INTERVAL).unref();
  return {
    /** Returns whether the files could be used when they last changed. */
    isRead: () => mistake === '',
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

function stampsOf(files: readonly string[]): string {
  return files.map(stampOf).join(', ');
}

function stampOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
