import { readFile, rename, writeFile } from 'node:fs/promises';
import { issueKey, STANDARD_QUOTA } from '../../accounts/issue-key.ts';
import type { Micros } from '../../service/domain/micros.ts';
import { hashApiKey } from '../../service/keys/api-key.ts';
import { isActive } from '../../service/store/account-store.ts';
import type { Store } from '../../service/store/store.ts';
import { DEMO_OWNER } from './demo-line.ts';

/**
 * Returns the demo's key: the one in `file` if it is valid, otherwise a new one. A new key is written to `file`, readable only by
 * the file's owner.
 */
export async function demoKey(store: Store, file: string, now: Micros): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const found = await store.findKey(hashApiKey(stored.trim()));
  if (found !== null && isActive(found, now)) return stored.trim();
  const { secret } = await issueKey(store, { email: DEMO_OWNER, quota: STANDARD_QUOTA, now });
  // Written to a temporary file and then renamed, so that no reader sees half a key or wider permissions. The process id
  // in the name keeps two demos that start together from writing to the same file.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(temporary, file);
  return secret;
}
