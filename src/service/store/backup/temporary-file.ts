/** Files appear under their final names only when they are complete. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Runs `work` with a new, empty file beside `target` that only its owner can read. Removes it afterwards, with the files
 * that SQLite puts beside it, even if the process exits meanwhile; only a killed process leaves it behind.
 */
export async function withTemporaryFile<T>(target: string, work: (file: string) => Promise<T>): Promise<T> {
  const file = `${target}.${randomBytes(4).toString('hex')}.partial`;
  const remove = () => {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  };
  process.once('exit', remove);
  try {
    await (await open(file, 'wx', 0o600)).close();
    return await work(file);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Flushes a file to disk and gives it its final name, replacing a file of that name. */
export async function publish(file: string, target: string): Promise<void> {
  await flush(file, 'r+');
  await rename(file, target);
  // Windows flushes folders itself, and refuses to.
  if (process.platform !== 'win32') await flush(dirname(target), 'r');
}

async function flush(path: string, flags: string): Promise<void> {
  await using handle = await open(path, flags);
  await handle.sync();
}
