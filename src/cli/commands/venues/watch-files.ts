import { statSync } from 'node:fs';

/** How often files are looked at, in milliseconds. Mounted files are replaced in ways that not every file system tells. */
const INTERVAL = 2000;

/**
 * Calls `reread` when a file is not as it was at the last look. It returns the files to look at from then on, and is not called again before it
 * has ended.
 */
export function watchFiles(
  files: readonly string[],
  reread: () => Promise<readonly string[]>,
): { stop(): Promise<void> } {
  let watched = files;
  let stamps = stampsOf(watched);
  let running: Promise<void> | null = null;
  const look = async () => {
    const now = stampsOf(watched);
    if (now === stamps) return;
    const before = watched;
    watched = await reread();
    // Of the same files, a change since then is seen at the next look.
    stamps = watched.join() === before.join() ? now : stampsOf(watched);
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
  return files
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      return stats === undefined ? 'missing' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    })
    .join(', ');
}
