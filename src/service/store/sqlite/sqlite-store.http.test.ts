import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '../store.suite.ts';
import type { Store } from '../store.ts';
import { openSqliteStore } from './sqlite-store.ts';

describeStore('the SQLite store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-store-'));
  const file = join(folder, 'reports.db');
  const opened: Store[] = [await openSqliteStore(file, { create: true })];
  const [store] = opened;
  if (store === undefined) throw new Error('no store was opened');
  return {
    store,
    async reopen() {
      const another = await openSqliteStore(file);
      opened.push(another);
      return another;
    },
    async dispose() {
      for (const one of opened) await one.close();
      await rm(folder, { recursive: true });
    },
  };
});
