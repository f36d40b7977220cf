/** What the disk itself takes, since a service can't be faster: the time until a block that is written is safe. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE = 100;
const BLOCK = Buffer.alloc(8192, 1);

export interface DiskFlushes {
  /** The longest time so far, in milliseconds. */
  slowest(): number;
  stop(): Promise<void>;
}

/** Writes and flushes one block about ten times a second, on the disk of temporary files, where the databases are. */
export async function watchDiskFlushes(): Promise<DiskFlushes> {
  const folder = await mkdtemp(join(tmpdir(), 'flushes-'));
  const file = await open(join(folder, 'block'), 'w');
  let slowest = 0;
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const start = performance.now();
      await file.write(BLOCK, 0, BLOCK.length, 0);
      await file.datasync();
      slowest = Math.max(slowest, performance.now() - start);
      await sleep(PAUSE);
    }
  })();
  return {
    slowest: () => slowest,
    async stop() {
      isWatching = false;
      await watching;
      await file.close();
      await rm(folder, { recursive: true });
    },
  };
}
