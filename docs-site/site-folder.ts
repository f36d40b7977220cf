import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
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
  const clear = (): void => rmSync(staging, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    const result = await write(staging);
    await replace(folder, staging);
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

/** Replaces a folder with a new one. If two builds end at the same time, one of them is left, complete. */
async function replace(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
  await rm(old, { recursive: true, force: true });
}
