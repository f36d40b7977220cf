import { expect, it } from 'vitest';
import { describeStore } from '../store.suite.ts';
import { newPhoto, newReport } from '../suite/new-report.fixture.ts';
import { describePostgres, renewedPostgresStores } from './server.fixture.ts';

describePostgres('on PostgreSQL', () => {
  const renewedStore = renewedPostgresStores();

  describeStore('the PostgreSQL store', renewedStore);

  it('refuses reports with the character U+0000, which its texts cannot hold, and stores none of them', async () => {
    const { store, dispose } = await renewedStore();
    const reports = [newReport({ line: 1 }), newReport({ line: 2, photo: newPhoto({ caption: 'a\0b' }) })];
    await expect(store.addReports([reports])).rejects.toThrow(
      "line 2: the photo's texts contain the character U+0000, which PostgreSQL cannot store",
    );
    expect(await store.extent(Number.MAX_SAFE_INTEGER)).toBeNull();
    await dispose();
  });
});
