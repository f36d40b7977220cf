import { describeStore } from '../store.suite.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describePostgres, renewedPostgresStores } from './server.fixture.ts';

describePostgres('on PostgreSQL', () => {
  const renewedStore = renewedPostgresStores();

  describeStore('the PostgreSQL store', async () => {
    const address = await renewedStore();
    const opened: Store[] = [await openPostgresStore(address)];
    const [store] = opened;
    if (store === undefined) throw new Error('no store was opened');
    return {
      store,
      async reopen() {
        const another = await openPostgresStore(address);
        opened.push(another);
        return another;
      },
      async dispose() {
        for (const one of opened) await one.close();
      },
    };
  });
});
