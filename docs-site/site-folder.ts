import { existsSync, renameSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Why the site cannot be written, as sentences for the user. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

/** The file in a built site that has the fingerprint of its sources. */
export const STAMP = '.built-from';

/**
 * Writes a site, which includes its stamp, next to `folder` and then replaces it, so that readers see either the old site or the new
 * one. Throws a `SiteError` if the folder contains anything but a site. Keeps the old site if `write` throws.
 */
export async function replaceSite<Result>(
  folder: string,
  write: (staging: string) => Promise<Result>,
): Promise<Result> {
  await assertReplaceable(folder);
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  // `mkdtemp` gives access to the owner only, but a web server may run as another user.
  await chmod(staging, 0o755);
  const old = `${staging}-old`;
  const clear = (): void => {
    for (const unused of [staging, old]) rmSync(unused, { recursive: true, force: true });
  };
  process.once('exit', clear);
  try {
    const result = await write(staging);
    replace(folder, staging, old);
    return result;
  } finally {
    clear();
    process.removeListener('exit', clear);
  }
}

async function assertReplaceable(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[];
    throw error;
  });
  if (names.length === 0 || names.includes(STAMP)) return;
  throw new SiteError(`${folder} contains something other than a built site; choose a new or empty folder`);
}

/**
 * Replaces a folder with a new one, and moves what it was to `old`. Synchronous, so that a signal never ends the process while there is no
 * folder. If two builds end at the same time, one of them is left, complete.
 */
function replace(folder: string, fresh: string, old: string): void {
  try {
    renameSync(folder, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (existsSync(folder)) return;
    if (existsSync(old)) renameSync(old, folder);
    throw error;
  }
}
