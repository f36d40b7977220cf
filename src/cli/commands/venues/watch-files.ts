import { statSync } from 'node:fs';

/** How often files are looked at, in milliseconds. Mounted files are replaced in ways that not every file system tells. */
const INTERVAL = 2000;

/**
 * Calls `reread` when a file is not as it was at the last look, and while `isPending`. It returns the files to look at from then on, or null if it could not use
 * them: then it is called at each look, until it can. It is not called again before it has ended.
 */
export function watchFiles(
  files: readonly string[],
  reread: () => Promise<readonly string[] | null>,
  isPending: () => boolean,
): { stop(): Promise<void> } {
  let watched = files;
  let stamps: string | null = stampsOf(files);
  let running: Promise<void> | null = null;
  const look = async () => {
    const now = stampsOf(watched);
    if (now === stamps && !isPending()) return;
    const next = await reread();
    // Of the same files, a change since then is seen at the next look.
    stamps = next === null ? null : next.join() === watched.join() ? now : stampsOf(next);
    watched = next ?? watched;
  };
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = null;
    });
  }, INTERVAL).unref();
  return {
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
