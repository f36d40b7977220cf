import { describeStore } from '../store.suite.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describePostgres, postgresAddresses } from './server.fixture.ts';

describePostgres('on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  describeStore('the PostgreSQL store', async () => {
    const address = newAddress();
    const opened: Store[] = [await openPostgresStore(address, { create: true })];
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
