/**
 * Links with which the staff opens its page. They are rows of the table of devices, and told apart by a `prefix` that shows nothing of
 * the secret.
 */
import { MINUTE, type Micros } from '../service/domain/micros.ts';
import { hashToken, newToken } from '../service/keys/token.ts';
import type { Reporter } from '../service/store/live-report-store.ts';
import type { Store } from '../service/store/store.ts';

const PREFIX = 'staff';

export function isStaffLink({ prefix }: Pick<Reporter, 'prefix'>): boolean {
  return prefix === PREFIX;
}

/** Adds a link; its secret is stored as a hash only. Rejects with `conflict` if the name is taken. */
export async function addStaffLink(
  store: Pick<Store, 'addReporter'>,
  { name, now, secret = newToken().token }: { name: string; now: Micros; secret?: string },
): Promise<Reporter & { readonly secret: string }> {
  const hash = hashToken(secret) as Uint8Array;
  return { ...(await store.addReporter({ name, hash, prefix: PREFIX, createdAt: now })), secret };
}

/** The link with a secret; null if it is unknown or was removed. */
export async function findStaffLink(
  store: Pick<Store, 'findReporter'>,
  secret: unknown,
): Promise<Reporter | null> {
  const hash = hashToken(secret);
  const link = hash === null ? null : await store.findReporter(hash);
  return link !== null && link.removedAt === null && isStaffLink(link) ? link : null;
}

/** All links, removed ones too; `heardAt`: when they were last used, unless the database was restored since. */
export async function staffLinks(
  store: Pick<Store, 'listReporters' | 'checkpoint'>,
): Promise<readonly Reporter[]> {
  const links = (await store.listReporters()).filter(isStaffLink);
  return Promise.all(links.map(async (link) => ({ ...link, heardAt: await lastUseOf(link, store) })));
}

/** Stores the time of a use, to the minute, as a checkpoint: no import is in its way, and the data keep their version. */
export async function noteUse(link: Reporter, store: Store, now: Micros): Promise<void> {
  if (now - ((await lastUseOf(link, store)) ?? 0) < MINUTE) return;
  await store.saveCheckpoint(`staff-link-${link.id}`, String(now));
}

async function lastUseOf({ id }: Reporter, store: Pick<Store, 'checkpoint'>): Promise<Micros | null> {
  const text = await store.checkpoint(`staff-link-${id}`);
  return text === null ? null : Number(text);
}
