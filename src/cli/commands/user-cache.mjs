// Plain JavaScript without newer syntax, so that an old Node.js can run it.
import { join } from 'node:path';

/** The folder for what the built package caches, where other users of the machine cannot write; undefined if the user has none. */
export function userCache() {
  // Not `homedir()`, which fails for users without an account, as in containers.
  const { HOME: home, LOCALAPPDATA: local, XDG_CACHE_HOME: caches } = process.env;
  if (process.platform === 'win32') return local && join(local, 'queue-headcount');
  if (caches) return join(caches, 'queue-headcount');
  return home && join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'queue-headcount');
}
