import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Micros } from '../domain/micros.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../keys/api-key.ts';
import type { Store } from '../store/store.ts';
import { DEMO_OWNER } from './demo-line.ts';

/** Requests a day that a key has unless the operator says otherwise ("Limits"). */
export const STANDARD_QUOTA = 1000;

/** The demo's key: the one in `file`, as long as it is valid, else a new one, which is put there for its owner's eyes only. */
export async function demoKey(store: Store, file: string, now: Micros): Promise<string> {
  const present = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
  if (present !== null) {
    const known = await store.findKey(hashApiKey(present));
    if (known !== null && known.revokedAt === null) return present;
  }
  const key = newApiKey();
  await store.issueKey({
    hash: hashApiKey(key),
    prefix: apiKeyPrefix(key),
    email: DEMO_OWNER,
    createdAt: now,
    quota: STANDARD_QUOTA,
  });
  // Written beside it first, so that nobody ever reads half a key or one with wider permissions; under a name of this
  // process's own, since another demo may do the same.
  const beside = `${file}.${process.pid}.new`;
  await writeFile(beside, `${key}\n`, { mode: 0o600, flush: true });
  await rename(beside, file);
  return key;
}
