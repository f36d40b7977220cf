import { openStore } from '../../service/store/open-store.ts';
import { NOON, newReport } from '../../service/store/suite/new-report.fixture.ts';

/** Creates an SQLite database with this many reports. Returns its address. */
export async function databaseWithReports(file: string, count: number): Promise<string> {
  const store = await openStore({ engine: 'sqlite', file }, { create: true });
  await store.addReports([
    Array.from({ length: count }, (_, n) => newReport({ createdAt: NOON + n * 1_000_000 })),
  ]);
  await store.close();
  return `sqlite:${file}`;
}
