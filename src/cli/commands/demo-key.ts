import { readFile, rename, writeFile } from 'node:fs/promises';
import { issueKey, STANDARD_QUOTA } from '../../accounts/keys.ts';
import type { Micros } from '../../service/domain/micros.ts';
import { STAFF_PATH } from '../../service/http/app-options.ts';
import { apiKeyPrefix, hashApiKey } from '../../service/keys/api-key.ts';
import { sha256 } from '../../service/keys/token.ts';
import { isActive } from '../../service/store/account-store.ts';
import type { Store } from '../../service/store/store.ts';
import { addStaffLink, findStaffLink } from '../../staff/staff-links.ts';
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

/** Returns the path of the page for the staff with the demo's link, which is made from its key and so stays the same. */
export async function demoStaffPage(store: Store, key: string, now: Micros): Promise<string> {
  const secret = Buffer.from(sha256(`staff ${key}`)).toString('base64url');
  const isKnown = (await findStaffLink(store, secret)) !== null;
  if (!isKnown) await addStaffLink(store, { name: `Demo ${apiKeyPrefix(key)}`, now, secret });
  return `${STAFF_PATH}?link=${secret}`;
}
