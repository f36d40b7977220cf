import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Micros } from '../domain/micros.ts';
import { hashApiKey } from '../keys/api-key.ts';
import type { Store } from '../store/store.ts';
import { DEMO_OWNER } from './demo-line.ts';
import { issueKey, STANDARD_QUOTA } from './keys.ts';

/** Returns the demo's key: the one in `file` if it is valid, else a new one, which is written to `file` for its owner's eyes only. */
export async function demoKey(store: Store, file: string, now: Micros): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const key = await store.findKey(hashApiKey(stored.trim()));
  if (key !== null && key.revokedAt === null) return stored.trim();
  const { secret } = await issueKey(store, { email: DEMO_OWNER, quota: STANDARD_QUOTA, now });
  // Written under a name of this process's own and then renamed: nobody reads half a key or one with wider permissions,
  // and two demos that start together don't overwrite each other's.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(temporary, file);
  return secret;
}
